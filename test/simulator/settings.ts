import { z } from 'zod/v4';

import { isLoopback } from './core/loopback';
import { READINGS } from './core/window';
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

/** Settings that can change while the simulator runs, each with its default. */
const settingsSchema = z
	.object({
		latencyMs: z.number().min(0).max(600_000).default(0),
		requestsPerSecond: count.default(API_RATE.requests),
		requestPeriodMs: ms.default(API_RATE.periodMs),
		requestReading: z.enum(READINGS).default('any period'),
		channelRequests: count.default(CHANNEL_RATE.requests),
		channelPeriodMs: ms.default(CHANNEL_RATE.periodMs),
		timezone: z.string().refine(isTimezone, 'is no time zone').default('Asia/Jakarta'),
		readBy: z.enum(['time', 'phone']).default('time'),
		unofficialStatusMethod: z.enum(['GET', 'POST']).default('GET'),
		otpWords: z
			.array(z.string().min(1))
			.default(['otp', 'one-time password', 'verification code', 'passcode']),
	})
	.strict();

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
		settings: settingsSchema.prefault({}),
		callbacks: z.partialRecord(z.enum(CALLBACK_KINDS), callbackUrl).default({}),
	})
	.strict();

export type Options = z.infer<typeof optionsSchema>;
