import type { Json, N8nApi } from '../../n8n/api';
import { receiver } from '../frame/nodes';
import { SECRETS } from './secrets';

/** The triggers that are attacked. */

export type Receivers = Awaited<ReturnType<typeof receivers>>;
export type ReceiverName = keyof Receivers;
export type Receiver = Receivers[ReceiverName];

export async function receivers(api: N8nApi) {
	const ours = (name: string, events: string[], options: Json = {}, hasToken = true) =>
		receiver(
			api,
			`hostile-${name}`,
			{ events, options },
			hasToken ? SECRETS.callbackToken : undefined,
		);
	const messages = ['whatsappOfficialInbox', 'pushInbox'];
	return {
		inbox: await ours('inbox', messages),
		grouped: await ours('grouped', messages, { groupSeconds: 1 }),
		status: await ours('status', ['whatsappOfficialStatus', 'whatsappUnofficialStatus']),
		business: await ours('business', ['whatsappBusiness']),
		open: await ours('open', ['whatsappBusiness'], {}, false),
	};
}
