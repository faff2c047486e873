import { z } from 'zod';

import { VARIABLE_NAME } from '../../facts/texts';
import { internationalNumber } from '../../fields/destination';
import { templateText } from '../../fields/templateText';
import { uuid4 } from '../../fields/uuid4';
import { webAddress } from '../../fields/webAddress';
import { misfit } from '../../http/answers';
import { apiEndpoint, refuse, tooMany } from '../../http/apiEndpoint';
import { json } from '../../http/bodies';
import { rendered, type Parameters } from './rendered';

const key = z.union([z.string().min(1), z.number().int()]).transform(String);

const parameters = z.object({
	body: z
		.array(
			z.object({
				key,
				value: z.string().regex(VARIABLE_NAME, 'must be 2 to 32 lowercase letters, digits, _'),
				value_text: templateText,
			}),
		)
		.optional(),
	header: z
		.object({
			format: z.enum(['IMAGE', 'DOCUMENT']),
			params: z.array(
				z.discriminatedUnion('key', [
					z.object({ key: z.literal('url'), value: webAddress.and(templateText) }),
					z.object({ key: z.literal('filename'), value: templateText }),
				]),
			),
		})
		.optional(),
	buttons: z
		.array(z.object({ index: z.string().min(1), type: z.string().min(1), value: templateText }))
		.optional(),
}) satisfies z.ZodType<Parameters, z.ZodTypeDef, unknown>;

const schema = z.object({
	destination: internationalNumber,
	// "Any name for the recipient".
	destination_name: z.string(),
	template_id: uuid4,
	channel_id: uuid4,
	parameters: parameters.optional(),
});

const body = json(schema);

export const broadcast = apiEndpoint({
	name: 'official.broadcast',
	method: 'POST',
	path: '/wa_official/message/broadcast',
	body,
	status: 201,
	handle: ({ body: asked, account, service, call }) => {
		const channel = account.channels.find(({ id }) => id === asked.channel_id);
		if (channel === undefined) {
			return refuse(misfit(['body', 'channel_id'], 'there is no such channel'));
		}
		const template = service.state.templates.get(asked.template_id);
		if (template?.status !== 'Approved') {
			const fault = template ? `this template is ${template.status}` : 'there is no such template';
			return refuse(misfit(['body', 'template_id'], fault));
		}
		const content = rendered(template, asked.parameters ?? {});
		if (!service.channelHasRoom(channel.id, call.entry.ms)) {
			throw tooMany(service, 'Too many requests of this channel');
		}
		const message = service.take({
			route: 'official',
			account: account.name,
			sender: channel,
			number: asked.destination,
			content,
			credits: 0,
			templateId: template.id,
		});
		call.entry.ref_no = message.id;
		return { ref_no: message.id };
	},
});
