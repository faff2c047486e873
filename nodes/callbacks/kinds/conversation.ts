import type { InboxMessage } from './normalised';

/** The two fields by which n8n's AI Agent and its memories work without any setting. */
export function conversation(
	text: string | null,
	session: readonly (string | undefined)[],
): Pick<InboxMessage, 'chatInput' | 'sessionId'> {
	return {
		...(text !== null && text !== '' && { chatInput: text }),
		sessionId: session.filter((part) => part !== undefined).join(':'),
	};
}
