export { exchange, meaningOf, replyTo } from './exchange';
export * from './transport';
