import type { Endpoint } from '../http/call';
import { reply as replyToBusiness } from './business/reply';
import { sendButtons } from './business/sendButtons';
import { broadcast } from './official/broadcast';
import { reply as replyInRoom } from './official/reply';
import { balance, channels, identity, templates } from './reads';
import { send as sendSms } from './sms/send';
import { getStatus } from './unofficial/getStatus';
import { sendText } from './unofficial/send';
import { sendMedia } from './unofficial/sendMedia';

export const endpoints: readonly Endpoint[] = [
	identity,
	balance,
	replyToBusiness,
	sendButtons,
	broadcast,
	replyInRoom,
	templates,
	channels,
	sendMedia,
	sendText,
	getStatus,
	sendSms,
];
