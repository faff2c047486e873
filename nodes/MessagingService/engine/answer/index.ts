export { parseBody, type Json } from './body';
export { enveloped, isEmpty } from './enveloped';
export * from './read';
