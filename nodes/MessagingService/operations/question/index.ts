/** What the operations that ask a person have in common, and the form in which a question is kept. */
export { asking, SEND_AND_WAIT } from './asking';
export { answerFields, messageField, questionOptions } from './fields';
export { lineWithLink, questionInput, withWait, wordsWithLink } from './input';
export type { Links } from './links';
export { question, type FormField, type Question, type Sentences } from './question';
