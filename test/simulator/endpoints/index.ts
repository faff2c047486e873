import type { Endpoint } from '../http/call';
import { getBalance } from './account/getBalance';
import { getIdentity } from './account/getIdentity';
import { reply as replyToBusiness } from './business/reply';
import { sendButtons } from './business/sendButtons';
import { broadcast } from './official/broadcast';
import { getChannels } from './official/getChannels';
import { getTemplates } from './official/getTemplates';
import { reply as replyInRoom } from './official/reply';
import { send as sendSms } from './sms/send';
import { getStatus } from './unofficial/getStatus';
import { sendMedia } from './unofficial/sendMedia';
import { sendText } from './unofficial/sendText';

export const endpoints: readonly Endpoint[] = [
	getIdentity,
	getBalance,
	replyToBusiness,
	sendButtons,
	broadcast,
	replyInRoom,
	getTemplates,
	getChannels,
	sendMedia,
	sendText,
	getStatus,
	sendSms,
];
