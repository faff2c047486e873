import { chain, ourType, splitOut, webhook } from '../../n8n/workflows';
import { REQUEST_TIMEOUT_S } from './faultKinds';
import { SEND_TEXT } from './operations';
import { NODE } from './workflow';

export const HOOK_PATH = 'soak';
const called = webhook(HOOK_PATH);
export const HOOK = called.name;

/** As somebody builds it whose shop calls n8n: a list comes in, and each of it gets a message. */
export const soakWorkflow = (credentials: Record<string, { id: string; name: string }>) =>
	chain('Soak', [
		called,
		splitOut('body.people'),
		{
			name: NODE,
			type: ourType('messagingService'),
			parameters: {
				...SEND_TEXT.parameters(''),
				options: { requestTimeout: REQUEST_TIMEOUT_S },
			},
			credentials,
			onError: 'continueErrorOutput',
		},
	]);
