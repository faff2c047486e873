import { z } from 'zod';

import { HEADER_EXTENSIONS } from '../../facts/files';
import { BUTTONS } from '../../facts/limits';
import { internationalNumber } from '../../fields/destination';
import { mayEndSo } from '../../fields/fileKind';
import { fileNameOf } from '../../fields/remoteFile';
import { text } from '../../fields/text';
import { webAddress } from '../../fields/webAddress';
import { misfit } from '../../http/answers';
import { apiEndpoint, refuse } from '../../http/apiEndpoint';
import { json } from '../../http/bodies';
import type { Content } from '../../service/message';
import { phoneMedia } from '../../service/phoneMedia';
import { conversation } from './conversation';

const header = z.discriminatedUnion('type', [
	z.object({ type: z.literal('text'), text: text() }),
	z.object({ type: z.literal('document'), link: webAddress, filename: z.string().optional() }),
	z.object({ type: z.literal('image'), link: webAddress }),
	z.object({ type: z.literal('video'), link: webAddress }),
]);

const schema = z.object({
	gateway_id: z.string().min(1),
	recipient: internationalNumber,
	header: header.optional(),
	body: z.object({ text: text(BUTTONS.body) }),
	footer: z.object({ text: text(BUTTONS.footer) }).optional(),
	buttons: z
		.array(z.object({ button_id: text(BUTTONS.id), title: text(BUTTONS.title) }))
		.min(1)
		.max(BUTTONS.count)
		.refine(
			(buttons) => new Set(buttons.map(({ button_id: id }) => id)).size === buttons.length,
			'each button_id must be unique',
		),
});

function headerOf(given: z.infer<typeof header> | undefined): Pick<Content, 'title' | 'media'> {
	if (given === undefined) return {};
	if (given.type === 'text') return { title: given.text };
	const name = fileNameOf(given.link);
	const allowed = HEADER_EXTENSIONS[given.type];
	if (!mayEndSo(name, allowed)) {
		refuse(misfit(['body', 'header', 'link'], `must be one of: ${allowed.join(', ')}`));
	}
	const shown = given.type === 'document' ? (given.filename ?? name) : name;
	return { media: phoneMedia(given.type, given.link, shown) };
}

const body = json(schema);

export const sendButtons = apiEndpoint({
	name: 'business.sendButtons',
	method: 'POST',
	path: '/wa_business/interactive/button_reply',
	body,
	status: 201,
	handle: ({ body: asked, account, service, call }) => {
		const sender = conversation(service, account, asked);
		const message = service.take({
			route: 'business',
			account: account.name,
			sender,
			number: asked.recipient,
			content: {
				...headerOf(asked.header),
				text: asked.body.text,
				footer: asked.footer?.text,
				buttons: asked.buttons.map(({ button_id: id, title }) => ({
					id,
					title,
					kind: 'reply' as const,
					target: null,
				})),
			},
			credits: 0,
		});
		call.entry.ref_no = message.id;
		return { message_id: message.id };
	},
});
