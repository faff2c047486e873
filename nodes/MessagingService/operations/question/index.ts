export { answerFields, messageField, questionOptions } from './fields';
export {
	asking,
	lineWithLink,
	questionInput,
	SEND_AND_WAIT,
	waitIn,
	withWait,
	wordsWithLink,
	type Links,
} from './input';
export { question, type FormField, type Question } from './question';
export type { WaitLimit } from './wait';
export { WORDS } from './words';
