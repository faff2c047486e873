import { businessReply, type BodyOf } from '../../facts/endpoints';
import { BUSINESS_FILES, type BusinessMedia } from '../../facts/files';
import { fileNameOf, remoteFile } from '../../fields/remoteFile';
import { refuseAt } from '../../http/answers';
import { apiEndpoint, take } from '../../http/apiEndpoint';
import { phoneMedia, type Content } from '../../service/message';
import { conversation, quotable } from './conversation';

type Body = BodyOf<typeof businessReply>;
type TextBody = Extract<Body, { type: 'text' }>;
type MediaBody = Extract<Body, { type: BusinessMedia }>;

/** A contextual reply carries its text in another field than a plain one. */
function textOf({ payloads, message_id_context: quoted }: TextBody): string {
	const field = quoted === undefined ? 'body' : 'text';
	return payloads[field] ?? refuseAt(`body.payloads.${field}`, 'field required', 'missing');
}

async function fileOf({ type, payloads }: MediaBody): Promise<Content> {
	const file = await remoteFile(payloads.link, BUSINESS_FILES[type]);
	if (typeof file === 'string') return refuseAt('body.payloads.link', file);
	const name =
		('filename' in payloads ? payloads.filename : undefined) ?? fileNameOf(payloads.link);
	return { text: payloads.caption ?? '', media: phoneMedia(type, payloads.link, name) };
}

export const reply = apiEndpoint(businessReply, async ({ body: asked, account, service, call }) => {
	const sender = conversation(service, account, asked);
	const { recipient: number, message_id_context: quotes } = asked;
	const where = 'body.message_id_context';
	if (quotes !== undefined) {
		if (asked.type === 'reaction') refuseAt(where, 'a reaction cannot quote a message');
		const quoted = quotable(service, sender, number, quotes, where);
		if (quoted.isReaction === true) refuseAt(where, 'a reaction cannot be quoted');
	}
	let content: Content;
	if (asked.type === 'reaction') {
		const { message_id: id, emoji } = asked.payloads;
		quotable(service, sender, number, id, 'body.payloads.message_id').reaction = emoji;
		content = { text: emoji };
	} else if (asked.type === 'text') {
		content = { text: textOf(asked) };
	} else {
		content = await fileOf(asked);
	}
	const message = { route: 'business', sender, number, content: { ...content, quotes } } as const;
	return {
		message_id: take(call, { ...message, isReaction: asked.type === 'reaction' }),
	};
});
