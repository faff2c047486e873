/** Starts requests as fast as the limits allow, and repeats those that may be repeated. */
export { runBatch, type Job } from './batch';
export type { Pacer, PauseBetween } from './pacer';
export { pacers, secondsFor } from './pacers';
export * from './retryTiming';
export type { SharedLimit } from './sharedLimit';
