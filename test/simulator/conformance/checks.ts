import { balance, identity } from './account';
import { authentication } from './authentication';
import { businessMedia, businessReplyChecks, buttonReply } from './business';
import type { Checks } from './check';
import { errors } from './errors';
import {
	officialInboxEvent,
	officialStatusEvent,
	pushInboxEvent,
	unofficialStatusEvent,
} from './events';
import { limits } from './limits';
import { broadcastChecks, channels, officialReply, templates } from './official';
import {
	broadcastResult,
	channel,
	credit,
	envelope,
	messageRecord,
	person,
	room,
	sentMessage,
	template,
	validationError,
} from './resources';
import type { Section } from './rules';
import { smsChecks, smsStatuses } from './sms';
import {
	callbackWords,
	messageMoves,
	officialCodes,
	roomMoves,
	templateStates,
	unofficialCodes,
} from './states';
import { unofficialSend, whatsappMedia, whatsappMessage, whatsappStatus } from './unofficial';
import { versioning } from './versioning';

/** The check of every rule. */
export const CHECKS: { [S in Section]: Checks<S> } = {
	envelope,
	person,
	credit,
	template,
	channel,
	broadcastResult,
	sentMessage,
	messageRecord,
	room,
	validationError,
	templateStates,
	officialCodes,
	unofficialCodes,
	callbackWords,
	messageMoves,
	roomMoves,
	businessReply: businessReplyChecks,
	businessMedia,
	buttonReply,
	identity,
	balance,
	broadcast: broadcastChecks,
	officialReply,
	templates,
	channels,
	unofficialSend,
	whatsappMedia,
	whatsappMessage,
	whatsappStatus,
	sms: smsChecks,
	smsStatuses,
	authentication,
	officialStatusEvent,
	officialInboxEvent,
	unofficialStatusEvent,
	pushInboxEvent,
	errors,
	limits,
	versioning,
};
