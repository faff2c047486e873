import { charactersIn } from '../plain';

/** The limit of the whole HTTP API, one request per 10 milliseconds (section Limits, like all that follow). */
export const REQUESTS_PER_SECOND = 100;

/** The paths of version 1.0 of the API and of version 3 of the SMS interface (sections Conventions, Versioning). */
export const API_PATH_PREFIX = '/svc_api/1.0';
export const SMS_PATH = '/api/v3/sendsms/plain';

/** An Official channel takes 60 message requests in any minute. */
export const CHANNEL_REQUESTS = 60;
export const CHANNEL_PERIOD_MS = 60_000;

/** How long an Official room takes replies after its recipient last wrote. */
export const ROOM_ACTIVE_MS = 24 * 60 * 60 * 1000;

/** Unofficial messages cost WhatsApp credits. */
export const CHARACTERS_PER_CREDIT = 2000;
export const CREDITS_PER_MEDIA = 2;

/** Messages with buttons of the Business route. The lengths are in characters. */
export const BUTTONS = {
	most: 3,
	longestBody: 1024,
	longestFooter: 60,
	longestId: 256,
	longestTitle: 20,
} as const;

export const VARIABLE_NAME = /^[a-z0-9_]{2,32}$/;

export const LONGEST_SMS = 160;

export const creditsForText = (text: string): number =>
	Math.max(1, Math.ceil(charactersIn(text) / CHARACTERS_PER_CREDIT));
