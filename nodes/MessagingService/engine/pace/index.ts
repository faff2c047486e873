/** Starts requests as fast as the limits allow, and repeats those that may be repeated. */
export { runBatch, type Job } from './batch';
export { progressOf, secondsFor } from './estimate';
export { pacerOf, systemClock, type Clock, type Pacer, type PauseBetween } from './pacer';
export * from './retryTiming';
export type { SharedLimit } from './limit';
