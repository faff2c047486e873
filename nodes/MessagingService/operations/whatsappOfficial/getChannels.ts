import { z } from 'zod';

import { withoutSecrets } from '../../../plain';
import { operation, plainOutput } from '../../engine/operation';
import { limited, limitFields, limitInput } from '../inputs';
import { channels } from './channel';

export const getChannels = operation({
	value: 'getChannels',
	name: 'Get Channels',
	action: 'Get WhatsApp channels',
	description: 'Get the channels that the account can send WhatsApp Official messages from',
	fields: limitFields,
	effect: 'read',
	input: z.object(limitInput),
	request: () => channels.request,
	answer: channels.answer,
	// The documentation does not show the settings, which may contain logins.
	output: (all, input) =>
		plainOutput(
			limited(all, input).map(({ settings, ...others }) => ({
				...others,
				...(settings !== undefined && { settings: withoutSecrets(settings) }),
			})),
		),
});
