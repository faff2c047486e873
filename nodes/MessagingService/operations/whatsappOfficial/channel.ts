import { z } from 'zod';

import { field, spare } from '../../../plain';
import { CHANNEL_PERIOD_MS, CHANNEL_REQUESTS } from '../../../service';
import {
	reference,
	type FactsSource,
	type ServiceRequest,
	type SharedLimit,
} from '../../engine/operation';

/** The service's documentation calls this Channel (section Resources), and shows no settings. */
export const channel = z
	.object({
		id: z.string(),
		webhook: spare(z.string()),
		settings: z.unknown(),
		organization_id: spare(z.string()),
		created_at: spare(z.string()),
	})
	.passthrough();

export type Channel = z.output<typeof channel>;

export const channels: FactsSource<Channel[]> = {
	request: { method: 'GET', path: '/wa_official/channels' },
	answer: z.array(channel),
};

export const channelLimit = (key: string): SharedLimit => ({
	key,
	limit: CHANNEL_REQUESTS,
	periodMs: CHANNEL_PERIOD_MS,
	advice: `A channel accepts ${CHANNEL_REQUESTS} messages a minute from everything that uses it. Run again later, or use another channel.`,
});

/** The service does not say which channel a room belongs to, so all replies of an account share one limit. */
export const repliesLimit = (): SharedLimit => channelLimit('replies');

export const roomFields = [
	field.notice(
		'roomNotice',
		'Only within 24 hours after the person last wrote. Later, send a template.',
	),
	field.required('Room ID', 'roomId', {
		default: '={{ $json.room_id }}',
		placeholder: 'e.g. {{ $json.room_id }}',
		description: 'The conversation: room_id of the incoming message',
	}),
];

export const roomRequest = (
	roomId: string,
	message: { type: string; file_url?: string; text?: string },
): ServiceRequest => ({
	method: 'POST',
	path: '/wa_official/message/reply',
	multipart: { room_id: roomId, ...message },
});

/** The service's documentation calls this Broadcast/reply result (section Resources). */
export const sent = z.object({ ref_no: reference }).passthrough();
