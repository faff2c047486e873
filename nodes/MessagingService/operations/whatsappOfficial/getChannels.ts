import { z } from 'zod';

import { field } from '../../../plain';
import { operation, plainOutput } from '../../engine/operation';
import * as inputs from '../inputs';
import { channel, channels } from './channel';

export const getChannels = operation({
	value: 'getChannels',
	name: 'Get Channels',
	action: 'Get WhatsApp channels (Official)',
	description: 'Get the channels that the account can send WhatsApp Official messages from',
	fields: [...inputs.limitFields, field.simplify],
	effect: 'read',
	input: z.object({ ...inputs.limitInput, simplify: inputs.onOff.default(true) }),
	request: () => channels.request,
	answer: channels.answer,
	// Both may contain logins.
	output: (all, input) =>
		plainOutput(inputs.limited(all, input)).map(({ webhook, settings, ...others }) =>
			input.simplify ? others : { ...others, webhook, settings },
		),
	preview: () => channel.omit({ webhook: true, settings: true }),
});
