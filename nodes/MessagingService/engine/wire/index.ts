/** The one place where a request leaves n8n, and the meaning of its answer. */
export { exchange, type Caller } from './exchange';
export type { RequestFile, ServiceRequest, WireRequest } from './request';
export { transportOf, type ServiceContext, type Transport } from './transport';
