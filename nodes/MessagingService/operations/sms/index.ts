import { LONGEST_SMS } from '../../../service';
import { resource } from '../../engine/operation';
import { send } from './send';

export const sms = resource([send], {
	value: 'sms',
	name: 'SMS',
	description: `Up to ${LONGEST_SMS} characters to any number, one-time passwords included`,
	builderHint: `For people without WhatsApp, one-time passwords and fallbacks. At most ${LONGEST_SMS} characters. It needs a separate credential and cannot wait for a response.`,
	credential: 'messagingServiceSmsApi',
	usual: 'send',
});
