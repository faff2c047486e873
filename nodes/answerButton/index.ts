import { isObject, isSameSecret } from '../plain';

/** The ID of a button is this prefix, and the path and query of a link that n8n has signed. */
const PREFIX = 'answer:';

/** n8n fails on an execution ID that its database cannot hold. A dot as node ID would address any waiting node. */
const LINK =
	'([1-9]\\d{0,8})/((?!\\.|%2[eE])(?:[\\w.~-]|%[2-7][\\dA-Fa-f]){1,100})\\?approved=(true|false)&nonce=([\\w-]{16})&signature=[\\da-f]{64}';
const IDS = new RegExp(`${PREFIX}(${LINK})(?![\\w-])`, 'g');

/** Most callbacks have no such ID, so they are not searched. A form encodes the colon. */
export const mayHoldAnswer = (text: string): boolean => /answer(?::|%3a)/i.test(text);

/** In n8n's response, this header says whether the waiting execution took the answer. */
export const TAKEN_HEADER = 'x-answer-taken';

const pathOf = (link: string): string => {
	const { pathname, search } = new URL(link);
	return `${pathname.split('/').slice(-2).join('/')}${search}`;
};

export const idOfAnswer = (link: string): string => `${PREFIX}${pathOf(link)}`;

/** @returns isAlone: false if the text has other words too */
export function idsIn(text: string) {
	if (!text.includes(PREFIX)) return [];
	return [...text.matchAll(IDS)].map(
		([id, path = '', execution = '', node = '', approved = '', nonce = '']) => ({
			...{ path, execution, node, approved, nonce, isAlone: id === text.trim() },
		}),
	);
}

export type AnswerId = ReturnType<typeof idsIn>[number];

interface Signer {
	getSignedResumeUrl: (parameters: Record<string, string>) => string;
}

/** n8n signs a link for the execution and the node of a context. A trigger has others than the question. */
function signed(
	context: Signer,
	{ execution, node, approved, nonce }: AnswerId,
	more: Readonly<Record<string, string>> = {},
): string {
	const of = (name: 'additionalData' | 'node', own: object): PropertyDescriptor => {
		const value: unknown = Reflect.get(context, name);
		if (!isObject(value)) throw new Error(`this version of n8n has no ${name}`);
		return { value: Object.assign(Object.create(value) as object, own) };
	};
	const asQuestion = Object.create(context, {
		additionalData: of('additionalData', { executionId: execution }),
		node: of('node', { id: decodeURIComponent(node) }),
	}) as Signer;
	return asQuestion.getSignedResumeUrl({ approved, nonce, ...more });
}

/**
 * Anyone can write such an ID, so n8n's signature is checked before anything else.
 * @returns the link that answers the question, or undefined if n8n has not signed this ID
 */
export function linkOfAnswer(context: Signer, id: AnswerId, senders: readonly string[] = []) {
	if (!isSameSecret(id.path, pathOf(signed(context, id)))) return undefined;
	// n8n signs the senders too, so the question knows that a trigger named them.
	return signed(context, id, senders.length > 0 ? { from: senders.join(',') } : {});
}
