/**
 * How a button in the chat answers a question, for callbacks/taps.ts and sendAndWait/answer.ts. The trigger posts the
 * button's ID to n8n, which checks the signature (401), knows the execution (404) and is not running it (409). Then the
 * page of the question responds: 200 and `true` in TAKEN_HEADER if it took the answer, `false` if it is too late, and 404
 * without the header if another number was asked, so that the tap is a message.
 */

/** The ID of a button is n8n's own signed resume link without its address. So n8n itself checks an answer. */
export const idOfAnswer = (link: string): string => link.slice(new URL(link).origin.length);

/** n8n fails on an execution ID that its database cannot hold. A dot as node ID would address any waiting node. */
const ID =
	/^(\/\S*)\/[1-9]\d{0,8}\/(?!\.|%2e)[^/?"\s\\]{1,100}\?approved=(?:true|false)&nonce=([\w-]{16})&signature=[\da-f]{64}$/i;

/** No button can have a longer one. */
const LONGEST = 256;

/** @returns the ID, the path under which n8n finds waiting executions, and the random part of its question */
export function readAnswerId(value: unknown) {
	const id = typeof value === 'string' && value.length <= LONGEST ? value.trim() : '';
	const [, path = '', nonce = ''] = ID.exec(id) ?? [];
	return nonce === '' ? undefined : { id, path, nonce };
}

/** The trigger hands over an answer with the number that tapped, if the callback says it. Only who was asked may answer. */
export const TAPPED_BY_HEADER = 'x-tapped-by';

/** In n8n's response, this header says whether the waiting execution took the answer. */
export const TAKEN_HEADER = 'x-answer-taken';
