export * from './fields';
export * from './input';
export * from './question';
export type { WaitLimit } from './wait';
export { WORDS } from './words';
