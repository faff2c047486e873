/** The one place where a request leaves n8n, and the meaning of its answer. */
export { exchange } from './exchange';
export type { ServiceRequest, WireRequest } from './request';
export { transportOf, type ServiceContext, type Transport } from './transport';
