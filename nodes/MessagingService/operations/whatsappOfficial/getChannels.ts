import { z } from 'zod';

import { withoutSecrets } from '../../../plain';
import { operation, plainOutput } from '../../engine/operation';
import * as inputs from '../inputs';
import { channels } from './channel';

export const getChannels = operation({
	value: 'getChannels',
	name: 'Get Channels',
	action: 'Get WhatsApp channels',
	description: 'Get the channels that the account can send WhatsApp Official messages from',
	fields: inputs.limitFields,
	effect: 'read',
	input: z.object(inputs.limitInput),
	request: () => channels.request,
	answer: channels.answer,
	// The documentation does not show the settings, which may contain logins.
	output: (all, input) =>
		plainOutput(
			inputs.limited(all, input).map(({ settings, ...others }) => ({
				...others,
				...(settings !== undefined && { settings: withoutSecrets(settings) }),
			})),
		),
});
