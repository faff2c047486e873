/** Starts requests as fast as the limits allow, and repeats those that may be repeated. */
export { runBatch, type Job, type Tried } from './batch';
export { secondsFor } from './howLong';
export type { Pacer } from './pacer';
export { pacers } from './pacers';
export { pollUntil, type PollGoal } from './poll';
export * from './retryTiming';
export type { PauseBetween } from './senderPause';
export type { SharedLimit } from './sharedLimit';
