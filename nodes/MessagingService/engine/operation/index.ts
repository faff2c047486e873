/** Everything that an operation is defined with. The build loads operations without n8n to make output previews. */
export { enveloped, reference, type AnswerReader, type Json, type Read } from '../answer';
export type { Asked, FactsSource } from '../facts';
export type { PollGoal, SharedLimit } from '../pace';
export type { ServiceRequest } from '../wire';
export * from './commonOptions';
export * from './definition';
export * from './outputFields';
export * from './problems';
