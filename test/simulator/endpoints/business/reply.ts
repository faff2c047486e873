import { businessReply, type BodyOf } from '../../facts/endpoints';
import { BUSINESS_FILES, type BusinessMedia } from '../../facts/files';
import { fileNameOf, remoteFile } from '../../fields/remoteFile';
import { misfit, refuse } from '../../http/answers';
import { apiEndpoint, stillThere } from '../../http/apiEndpoint';
import type { Content } from '../../service/message';
import { phoneMedia } from '../../service/phoneMedia';
import { conversation, quotable } from './conversation';

type Body = BodyOf<typeof businessReply>;
type TextBody = Extract<Body, { type: 'text' }>;
type MediaBody = Extract<Body, { type: BusinessMedia }>;

/** A contextual reply carries its text in another field than a plain one. */
function textOf({ payloads, message_id_context: quoted }: TextBody): string {
	const field = quoted === undefined ? 'body' : 'text';
	return (
		payloads[field] ?? refuse(misfit(['body', 'payloads', field], 'field required', 'missing'))
	);
}

async function fileOf({ type, payloads }: MediaBody): Promise<Content> {
	const file = await remoteFile(payloads.link, BUSINESS_FILES[type]);
	if (typeof file === 'string') return refuse(misfit(['body', 'payloads', 'link'], file));
	const name =
		('filename' in payloads ? payloads.filename : undefined) ?? fileNameOf(payloads.link);
	return { text: payloads.caption ?? '', media: phoneMedia(type, payloads.link, name) };
}

export const reply = apiEndpoint(businessReply, async ({ body: asked, account, service, call }) => {
	const sender = conversation(service, account, asked);
	const { recipient: number, message_id_context: quotes } = asked;
	const where = ['body', 'message_id_context'];
	if (quotes !== undefined) {
		if (asked.type === 'reaction') refuse(misfit(where, 'a reaction cannot quote a message'));
		const quoted = quotable(service, sender, number, quotes, where);
		if (quoted.isReaction === true) refuse(misfit(where, 'a reaction cannot be quoted'));
	}
	let content: Content;
	if (asked.type === 'reaction') {
		const { message_id: id, emoji } = asked.payloads;
		const at = ['body', 'payloads', 'message_id'];
		quotable(service, sender, number, id, at).reaction = emoji;
		content = { text: emoji };
	} else if (asked.type === 'text') {
		content = { text: textOf(asked) };
	} else {
		const { state } = service;
		content = await fileOf(asked);
		stillThere(service, state);
	}
	const message = service.take({
		route: 'business',
		account: account.name,
		sender,
		number,
		content: { ...content, quotes },
		credits: 0,
		isReaction: asked.type === 'reaction',
	});
	call.entry.ref_no = message.id;
	return { message_id: message.id };
});
