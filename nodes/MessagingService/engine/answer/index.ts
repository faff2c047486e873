export { parseBody, type Json } from './body';
export * from './read';
