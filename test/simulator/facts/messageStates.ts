/** The codes of a message's states (Message status codes). The Official route has no U. */
export const MESSAGE_CODES = ['U', 'Q', 'S', 'D', 'R', 'A', 'F'] as const;

export type MessageCode = (typeof MESSAGE_CODES)[number];

/** A read, aborted or failed message stays so. */
export const isLast = (code: MessageCode): boolean => code === 'R' || code === 'A' || code === 'F';

/** The words of the Official status callback; there is none for the other states. */
export const CALLBACK_WORDS: Partial<Record<MessageCode, string>> = {
	S: 'sent',
	D: 'delivered',
	R: 'read',
	F: 'failed',
};

/** The references that the test host knows, each with the state that it has. */
export const TEST_HOST_REFERENCES: ReadonlyMap<string, MessageCode> = new Map([
	['queued', 'Q'],
	['sent', 'S'],
	['delivered', 'D'],
	['read', 'R'],
	['aborted', 'A'],
	['failed', 'F'],
]);
