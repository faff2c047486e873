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
export { question, SENTENCES, type FormField, type Question, type Sentences } from './question';
export type { WaitLimit } from './wait';
