export { exchange } from './exchange';
export * from './transport';
