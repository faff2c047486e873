/** Everything that an operation is defined with. The build loads operations without n8n to make output previews. */
export { enveloped, reference, type AnswerReader, type Json, type Read } from '../answer';
export type { Asked, FactsSource } from '../facts';
export type { PollGoal, SharedLimit } from '../pace';
export type { ServiceRequest } from '../wire';
export * from './outputFields';
export {
	COMMON_OPTIONS,
	commonInput,
	LIMITS,
	MOST_OF_TOOL,
	optionsOf,
	RECIPIENT,
	TEST_TO,
	type CommonOptions,
} from './commonOptions';
export * from './definition';
export { inputErrors, REQUIRED, wrong, type Problem, type Wrong } from './problems';
