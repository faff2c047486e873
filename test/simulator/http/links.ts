import type { FastifyInstance } from 'fastify';

import type { Service } from '../service/service';
import { tellError, WrongRequest } from './jsonRoute';

/** The files that a browser may show. It downloads all others. */
const SHOWN =
	/^(image\/(png|jpeg|gif|webp)|video\/(mp4|webm|3gpp)|audio\/[\w.+-]+|application\/pdf)$/;

const escaped = (text: string) =>
	text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`);

/** The page behind an un-subscription link. The number may be the name of a group, with any characters. */
function notice(number: string | undefined): string {
	const [title, words] =
		number === undefined
			? ['Not found', 'This link is not known any more.']
			: ['You are un-subscribed', `${escaped(number)} gets no more messages from this sender.`];
	return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Un-subscription</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; font-family: system-ui, sans-serif; text-align: center; }
</style>
<h1>${title}</h1><p>${words}</p>
</html>
`;
}

/** The pages behind links in messages: files, and the un-subscription. */
export function links(app: FastifyInstance, service: Service): void {
	app.setErrorHandler(tellError);
	app.get<{ Params: { id: string } }>('/files/:id', ({ params }, reply) => {
		const file = service.state.files.get(params.id);
		if (file === undefined) throw new WrongRequest('This file is not there any more', 404);
		if (!SHOWN.test(file.mime)) void reply.header('content-disposition', 'attachment');
		return reply
			.type(SHOWN.test(file.mime) ? file.mime : 'application/octet-stream')
			.header('content-security-policy', "default-src 'none'; sandbox")
			.header('x-content-type-options', 'nosniff')
			.send(file.bytes);
	});
	app.get<{ Params: { code: string } }>('/unsubscribe/:code', ({ params }, reply) => {
		const number = service.unsubscribe(params.code);
		return reply
			.code(number === undefined ? 404 : 200)
			.type('text/html; charset=utf-8')
			.header(
				'content-security-policy',
				"default-src 'none'; style-src 'unsafe-inline'; img-src data:",
			)
			.send(notice(number));
	});
}
