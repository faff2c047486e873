import { characters } from './kinds';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Every path of the account and WhatsApp endpoints starts with this (Conventions). */
export const API_PREFIX = '/svc_api/1.0';

/** One request per 10 milliseconds, over the whole HTTP API. */
export const API_RATE = { requests: 100, periodMs: SECOND_MS };

/** 60 requests per minute per channel message request. */
export const CHANNEL_RATE = { requests: 60, periodMs: MINUTE_MS };

/** A room is active for 24 hours after the recipient's reply. */
export const ROOM_ACTIVE_MS = 24 * HOUR_MS;

/** `timeout` of an unofficial message that names none. */
export const DEFAULT_TIMEOUT_S = 86_400;

/** Interactive messages: characters, and how many buttons. */
export const BUTTONS = { body: 1024, footer: 60, count: 3, id: 256, title: 20 };

/** SMSText: 160 characters, whatever `unicode` says. */
export const SMS_CHARACTERS = 160;

/** 1 WhatsApp credit per 2000 characters. */
export const textCredits = (message: string): number =>
	Math.max(1, Math.ceil(characters(message) / 2000));

/** A media request costs 2 WhatsApp credits. */
export const MEDIA_CREDITS = 2;
