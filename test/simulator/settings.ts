import { z } from 'zod/v4';

import { isLoopback } from './core/loopback';
import { API_RATE, CHANNEL_RATE } from './facts/limits';

const count = z.number().int().min(0);
const YEAR_MS = 366 * 24 * 60 * 60 * 1000;
const ms = z.number().min(0).max(YEAR_MS);

const isTimezone = (name: string) => {
	try {
		new Intl.DateTimeFormat('en', { timeZone: name });
		return true;
	} catch {
		return false;
	}
};

/** Settings that can change while the simulator runs. */
const settingsSchema = z
	.object({
		latencyMs: z.number().min(0).max(600_000),
		requestsPerSecond: count,
		requestPeriodMs: ms,
		channelRequests: count,
		channelPeriodMs: ms,
		timezone: z.string().refine(isTimezone, 'is no time zone'),
		readBy: z.enum(['time', 'phone']),
		unofficialStatusMethod: z.enum(['GET', 'POST']),
	})
	.strict();

const DEFAULTS: Settings = {
	latencyMs: 0,
	requestsPerSecond: API_RATE.requests,
	requestPeriodMs: API_RATE.periodMs,
	channelRequests: CHANNEL_RATE.requests,
	channelPeriodMs: CHANNEL_RATE.periodMs,
	timezone: 'Asia/Jakarta',
	readBy: 'time',
	unofficialStatusMethod: 'GET',
};

/** Settings under which the simulator refuses no request for its speed. */
export const NO_LIMITS = { requestsPerSecond: 0, channelRequests: 0 };

export type Settings = z.infer<typeof settingsSchema>;

export const settingsPatch = settingsSchema.partial();
export type SettingsPatch = z.infer<typeof settingsPatch>;

export const callbackUrl = z
	.string()
	.refine(
		(url) => isLoopback(url) && /^http:/i.test(url) && !/^http:\/*[^/?#]*@/i.test(url),
		'must be an http:// address on this machine: 127.0.0.1 or localhost, without a login',
	);

export const CALLBACK_KINDS = [
	'officialStatus',
	'officialInbox',
	'unofficialStatus',
	'unofficialInbox',
	'smsInbox',
	'business',
] as const;

export type CallbackKind = (typeof CALLBACK_KINDS)[number];

/** Options of the start. A reset goes back to them. */
export const optionsSchema = z
	.object({
		port: z.number().int().min(0).max(65535).default(0),
		speed: z.number().min(0).max(1_000_000).default(1),
		journal: count.default(10_000),
		settings: settingsPatch
			.prefault({})
			.transform((given) => Object.assign({ ...DEFAULTS }, given)),
		callbacks: z.partialRecord(z.enum(CALLBACK_KINDS), callbackUrl).default({}),
	})
	.strict();

export type Options = z.infer<typeof optionsSchema>;
