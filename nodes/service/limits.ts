/** The service allows one request per 10 milliseconds (section Limits, as for all numbers below). */
export const REQUESTS_PER_SECOND = 100;

/** Sections Conventions and Versioning give these paths. */
export const API_PATH_PREFIX = '/svc_api/1.0';
export const SMS_PATH = '/api/v3/sendsms/plain';

export const CHANNEL_REQUESTS = 60;
export const CHANNEL_PERIOD_MS = 60_000;

/** An Official room accepts replies for this long after the recipient last wrote. */
export const ROOM_ACTIVE_MS = 24 * 60 * 60 * 1000;

export const CHARACTERS_PER_CREDIT = 2000;
export const CREDITS_PER_MEDIA = 2;

export const BUTTONS = {
	most: 3,
	longestBody: 1024,
	longestFooter: 60,
	longestId: 256,
	longestTitle: 20,
} as const;

export const VARIABLE_NAME = /^[a-z0-9_]{2,32}$/;

export const LONGEST_SMS = 160;
