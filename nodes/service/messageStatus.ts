/** Codes of message states, with the words of the one vocabulary that reports and look-ups share (section States and transitions). */
export const MESSAGE_STATUS = {
	U: { name: 'unsent', isFinal: false },
	Q: { name: 'queued', isFinal: false },
	S: { name: 'sent', isFinal: false },
	D: { name: 'delivered', isFinal: false },
	R: { name: 'read', isFinal: true },
	A: { name: 'aborted', isFinal: true },
	F: { name: 'failed', isFinal: true },
} as const;

export type MessageCode = keyof typeof MESSAGE_STATUS;

export const isMessageCode = (value: string): value is MessageCode =>
	Object.hasOwn(MESSAGE_STATUS, value);

export type MessageStatusName = (typeof MESSAGE_STATUS)[MessageCode]['name'];
