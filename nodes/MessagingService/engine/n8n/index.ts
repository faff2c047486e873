/** Only this folder knows how n8n's versions differ in what they say about an execution and in their database. */
export * from './execution';
export { rowOf } from './nodeRow';
