/** The ID of a button is n8n's own signed resume link without its address. So n8n itself checks an answer. */
export const idOfAnswer = (link: string): string => link.slice(new URL(link).origin.length);

/**
 * Buttons on phones have old IDs, so this may only accept more. n8n fails on an execution ID that its database cannot hold. A
 * dot as node ID would address any waiting node.
 */
const END =
	'/([1-9]\\d{0,8})/(?!\\.|%2[eE])[^/?"\\s\\\\]{1,100}\\?approved=(true|false)&nonce=([\\w-]{16})&signature=[\\da-f]{64}(?![\\w-])';

/** What a message quotes may be the question itself, with the IDs of its buttons. A reaction may name it too. */
const QUOTE =
	/quot|reaction|^(?:message_?)?context(?:_?info)?$|^(?:in_?)?repl(?:y|ied|ying)_?(?:to|message)|^(?:original|previous|last|forwarded)_?message/i;

const isReaction = (value: unknown): boolean =>
	typeof value === 'object' &&
	Object.entries(value ?? {}).some(
		([name, one]) =>
			typeof one === 'string' &&
			one !== '' &&
			((/(?:type|event)$/i.test(name) && /reaction/i.test(one)) ||
				/^(?:reaction|emoji)$/i.test(name)),
	);

/** Several buttons in a list were offered: nobody can tap two at once. */
const isOffer = (name: string, value: unknown): boolean =>
	/button|row|option|choice|action|replies/i.test(name) && Array.isArray(value) && value.length > 1;

/** @param waitingUrl the address under which n8n finds waiting executions */
export function idsIn(payload: object, waitingUrl: string) {
	const offers: string[] = [];
	const noted = (name: string, value: unknown) => {
		if (isOffer(name, value)) offers.push(JSON.stringify(value));
		return value;
	};
	// JSON inside a text may escape these signs.
	const text = JSON.stringify(payload, (name, value: unknown) =>
		QUOTE.test(name) || isReaction(value) ? null : noted(name, value),
	)
		.replace(/\\{1,9}\//g, '/')
		.replace(/\\{1,9}u0026/gi, '&');
	const base = new URL(waitingUrl).pathname.replace(/[^\w/]/g, '\\$&');
	const found = [...text.matchAll(new RegExp(base + END, 'g'))].map(
		({ 0: id, 1: execution = '', 2: approved = '', 3: nonce = '', index }) => {
			const isTyped = text[index - 1] !== '"' || text[index - 2] === '\\';
			return { id, execution, approved, nonce, isTyped };
		},
	);
	// An echo of the question has the IDs of both buttons, and is no answer.
	const all = new Set(found.map(({ nonce, approved }) => nonce + approved));
	const isOffered = (nonce: string) => offers.some((text) => text.includes(nonce));
	const ids = found.filter(
		({ nonce }) => !isOffered(nonce) && (!all.has(`${nonce}true`) || !all.has(`${nonce}false`)),
	);
	// Anyone may type IDs into a text, so these come last.
	return ids.sort((a, b) => Number(a.isTyped) - Number(b.isTyped));
}

/** The trigger hands over an answer with the number that tapped, if the callback says it. Only who was asked may answer. */
export const TAPPED_BY_HEADER = 'x-tapped-by';

/** In n8n's response, this header says whether the waiting execution took the answer. */
export const TAKEN_HEADER = 'x-answer-taken';
