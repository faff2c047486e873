import { z } from 'zod';

import { isLoopback } from './core/loopback';
import { READINGS } from './core/window';
import { sendSms } from './facts/endpoints';
import { API_PREFIX, API_RATE, CHANNEL_RATE } from './facts/limits';

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
		requestPeriodMs: ms,
		requestReading: z.enum(READINGS),
		channelRequests: count,
		channelPeriodMs: ms,
		retryAfter: count.nullable(),
		timezone: z.string().refine(isTimezone, 'is no time zone'),
		queuedMs: ms,
		sentMs: ms,
		deliveredMs: ms,
		readBy: z.enum(['time', 'phone']),
		unofficialStatusMethod: z.enum(['GET', 'POST']),
		unofficialStatusWords: z.enum(['code', 'word']),
		unofficialStatusBody: z.enum(['none', 'text', 'json']),
		callbackDates: z.enum(['service', 'iso', 'slashes', 'epoch']),
		callbackJsonType: z.enum(['application/json', 'text/json', 'none']),
		callbackQuery: z.enum(['appended', 'second question mark']),
		businessShape: z.enum(['own', 'like a room', 'like a report', 'like a push', 'mixed']),
		callbackRetries: count.max(1000),
		callbackTimeoutMs: ms.min(1),
		otpWords: z.array(z.string().min(1)),
		smsPerNumberPerDay: count,
	})
	.strict();

export type Settings = z.infer<typeof settingsSchema>;

export const DEFAULTS: Readonly<Settings> = {
	latencyMs: 0,
	requestsPerSecond: API_RATE.requests,
	requestPeriodMs: API_RATE.periodMs,
	requestReading: 'any period',
	channelRequests: CHANNEL_RATE.requests,
	channelPeriodMs: CHANNEL_RATE.periodMs,
	retryAfter: null,
	timezone: 'UTC',
	queuedMs: 1000,
	sentMs: 1000,
	deliveredMs: 5000,
	readBy: 'time',
	unofficialStatusMethod: 'GET',
	unofficialStatusWords: 'code',
	unofficialStatusBody: 'none',
	callbackDates: 'service',
	callbackJsonType: 'application/json',
	callbackQuery: 'appended',
	businessShape: 'own',
	callbackRetries: 0,
	callbackTimeoutMs: 60_000,
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
		prefix: path.default(API_PREFIX),
		smsPath: path.default(sendSms.path),
		speed: z.number().min(0).max(1_000_000).default(1),
		journal: count.default(10_000),
		messages: count.default(100_000),
		settings: settingsPatch.default({}),
		callbacks: z.record(z.enum(CALLBACK_KINDS), callbackUrl).default({}),
	})
	.strict();

export type Options = z.infer<typeof optionsSchema>;
