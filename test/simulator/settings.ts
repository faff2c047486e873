import { z } from 'zod';

import { isLoopback } from './core/loopback';
import {
	API_PATH_PREFIX,
	CHANNEL_PERIOD_MS,
	CHANNEL_REQUESTS,
	REQUESTS_PER_SECOND,
	SMS_PATH,
} from '../../nodes/service/limits';

const count = z.number().int().min(0);
const ms = z
	.number()
	.min(0)
	.max(366 * 24 * 60 * 60 * 1000);

const isTimezone = (name: string) => {
	try {
		new Intl.DateTimeFormat('en', { timeZone: name });
		return true;
	} catch {
		return false;
	}
};

/** What can be changed while the simulator runs. */
export const settingsSchema = z
	.object({
		latencyMs: z.number().min(0).max(600_000),
		requestsPerSecond: count,
		channelRequests: count,
		channelPeriodMs: ms,
		retryAfter: count.nullable(),
		timezone: z.string().refine(isTimezone, 'is no time zone'),
		queuedMs: ms,
		sentMs: ms,
		deliveredMs: ms,
		readBy: z.enum(['time', 'phone']),
		unofficialStatusMethod: z.enum(['GET', 'POST']),
		callbackRetries: count.max(10),
		otpWords: z.array(z.string().min(1)),
		smsPerNumberPerDay: count,
	})
	.strict();

export type Settings = z.infer<typeof settingsSchema>;

export const DEFAULTS: Readonly<Settings> = {
	latencyMs: 0,
	requestsPerSecond: REQUESTS_PER_SECOND,
	channelRequests: CHANNEL_REQUESTS,
	channelPeriodMs: CHANNEL_PERIOD_MS,
	retryAfter: null,
	timezone: 'UTC',
	queuedMs: 1000,
	sentMs: 1000,
	deliveredMs: 5000,
	readBy: 'time',
	unofficialStatusMethod: 'GET',
	callbackRetries: 0,
	otpWords: ['otp', 'one-time password', 'verification code', 'passcode'],
	smsPerNumberPerDay: 0,
};

export const settingsPatch = settingsSchema.partial();

export type SettingsPatch = z.infer<typeof settingsPatch>;

export const callbackUrl = z
	.string()
	.refine(
		(url) => isLoopback(url) && /^http:/i.test(url) && !/^http:\/*[^/?#]*@/i.test(url),
		'must be an http:// address on this machine: 127.0.0.1 or localhost, without a login',
	);

const path = z.string().regex(/^(\/[\w.~-]+)+$/, 'must be a path such as /api/1.0');

export const CALLBACK_KINDS = [
	'officialStatus',
	'officialInbox',
	'unofficialStatus',
	'unofficialInbox',
	'smsInbox',
	'business',
] as const;

export type CallbackKind = (typeof CALLBACK_KINDS)[number];

/** What is decided at the start; a reset comes back to it. */
export const optionsSchema = z
	.object({
		port: z.number().int().min(0).max(65535).default(0),
		prefix: path.default(API_PATH_PREFIX),
		smsPath: path.default(SMS_PATH),
		speed: z.number().min(0).max(1_000_000).default(1),
		journal: count.default(10_000),
		messages: count.default(100_000),
		settings: settingsPatch.default({}),
		callbacks: z.record(z.enum(CALLBACK_KINDS), callbackUrl).default({}),
	})
	.strict();

export type Options = z.infer<typeof optionsSchema>;
