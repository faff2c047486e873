/** Starts requests as fast as the limits allow, and repeats those that may be repeated. */
export { runBatch, type Claims, type Job } from './batch';
export { secondsFor } from './estimate';
export { pacerOf, systemClock, type Clock, type Pacer, type PauseBetween } from './pacer';
export * from './retryTiming';
export type { SharedLimit } from './limit';
