/** What n8n says about the execution, and its database. The only place that knows how n8n's versions differ. */
export * from './execution';
export { rowOf } from './nodeRow';
