import type { ServiceRequest, Wait } from '../../engine/operation';
import { ANY_LINKS, answered, type Links } from './question';

/** What the operations that ask a person have in common, and the form in which a question is kept. */
export { answerFields, messageField, questionOptions } from './fields';
export { lineWithLink, questionInput, withWait, wordsWithLink } from './input';
export { question, type FormField, type Links, type Question, type Sentences } from './question';

/** n8n checks the signature of a link for an operation of this name only. */
export const SEND_AND_WAIT = 'sendAndWait';

/** What every operation that asks a person is, by the request that carries the links. */
export const asking = <Given extends { links: Links; wait: Wait }>(
	request: (given: Given, links: Links) => ServiceRequest,
) => ({
	value: SEND_AND_WAIT,
	name: 'Send and Wait for Response',
	effect: 'send' as const,
	request: (given: Given) => request(given, given.links),
	likeRequest: (given: Given) => request(given, ANY_LINKS),
	wait: (given: Given) => given.wait,
	preview: answered,
});
