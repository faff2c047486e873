import type { INodeProperties } from 'n8n-workflow';

import type { ServiceRequest, SharedLimit } from '../../engine/operation';
import { channelLimit } from './channel';

/** What everything that goes into a room has in common. */

export const roomFields: INodeProperties[] = [
	{
		displayName:
			'You can write for 24 hours after the person last wrote. After that, only a broadcast with a template reaches them.',
		name: 'roomNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Room ID',
		name: 'roomId',
		type: 'string',
		required: true,
		default: '={{ $json.room_id }}',
		placeholder: 'e.g. {{ $json.room_id }}',
		description: 'The room_id of the incoming message',
	},
];

/** The service does not say which channel a room belongs to: while it refuses replies, all share one channel's limit. */
export const roomsLimit = (): SharedLimit => ({ ...channelLimit('rooms'), onceRefused: true });

export const roomRequest = (
	roomId: string,
	message: { type: string; file_url?: string; text?: string },
): ServiceRequest => ({
	method: 'POST',
	path: '/wa_official/message/reply',
	multipart: { room_id: roomId, ...message },
});
