import { z } from 'zod';

import { operation, plainOutput } from '../../engine/operation';
import { limited, limitFields, limitInput } from '../inputs';
import { channel, channels } from './channel';

const entries = z.array(channel);

export const getChannels = operation({
	value: 'getChannels',
	name: 'Get Channels',
	action: 'Get WhatsApp channels',
	description: 'Get the channels that the account can send WhatsApp Official messages from',
	fields: limitFields,
	effect: 'read',
	input: z.object(limitInput),
	request: () => channels.request,
	answer: entries,
	output: (all, input) => plainOutput(limited(all, input)),
});
