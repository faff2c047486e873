import * as facts from '../../facts/endpoints';
import { HEADER_EXTENSIONS } from '../../facts/files';
import { mayEndSo } from '../../fields/fileKind';
import { fileNameOf } from '../../fields/remoteFile';
import { refuseAt } from '../../http/answers';
import { apiEndpoint, take } from '../../http/apiEndpoint';
import { phoneMedia, type Content } from '../../service/message';
import { conversation } from './conversation';

type Body = facts.BodyOf<typeof facts.sendButtons>;

function headerOf(given: Body['header']): Pick<Content, 'title' | 'media'> {
	if (given === undefined) return {};
	if (given.type === 'text') return { title: given.text };
	const name = fileNameOf(given.link);
	const allowed = HEADER_EXTENSIONS[given.type];
	if (!mayEndSo(name, allowed)) {
		refuseAt('body.header.link', `must be one of: ${allowed.join(', ')}`);
	}
	const shown = given.type === 'document' ? (given.filename ?? name) : name;
	return { media: phoneMedia(given.type, given.link, shown) };
}

export const sendButtons = apiEndpoint(
	facts.sendButtons,
	({ body: asked, account, service, call }) => {
		const ids = asked.buttons.map(({ button_id: id }) => id);
		if (new Set(ids).size < ids.length) refuseAt('body.buttons', 'each button_id must be unique');
		const message_id = take(call, {
			route: 'business',
			sender: conversation(service, account, asked),
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
		});
		return { message_id };
	},
);
