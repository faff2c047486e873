import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import {
	bodyAs,
	chatOf,
	checkedAs,
	tellError,
	WrongRequest,
	type Service,
} from '../test/simulator';
import { phoneState } from './chats';
import { phonePage } from './page';
import { stream } from './stream';

const LOOPBACK = "'self' data: http://127.0.0.1:* http://localhost:*";
const POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	`img-src ${LOOPBACK}`,
	`media-src ${LOOPBACK}`,
	"connect-src 'self'",
	"form-action 'none'",
	"base-uri 'none'",
	"frame-ancestors 'self'",
].join('; ');

const answer = z
	.object({
		number: z.string().min(1),
		chat: z.string(),
		text: z.string().min(1).max(10_000),
		button: z.object({ message: z.string(), id: z.string() }).optional(),
		quotes: z.string().optional(),
	})
	.strict();

const read = z.object({ number: z.string(), chat: z.string() }).strict();

/** A number, or the name of a group. */
const watched = z.object({ number: z.string().min(1).max(200).optional() });

/** The pages at /phone and /callbacks, and what they talk to. */
export function playground(app: FastifyInstance, service: Service): void {
	void app.register((scope, _options, done) => {
		scope.setErrorHandler(tellError);
		const page = async (part: 'html' | 'js' | 'css', type: string) => ({
			text: (await phonePage())[part],
			type,
		});
		scope.addHook('onSend', (_request, reply, payload, next) => {
			void reply
				.header('content-security-policy', POLICY)
				.header('x-content-type-options', 'nosniff');
			next(null, payload);
		});
		for (const [path, part, type] of [
			['/phone', 'html', 'text/html; charset=utf-8'],
			['/phone/:number', 'html', 'text/html; charset=utf-8'],
			['/callbacks', 'html', 'text/html; charset=utf-8'],
			['/phone/app.js', 'js', 'text/javascript; charset=utf-8'],
			['/phone/app.css', 'css', 'text/css; charset=utf-8'],
		] as const) {
			scope.get(path, async (_request, reply) => {
				const { text } = await page(part, type);
				return reply.type(type).header('cache-control', 'no-cache').send(text);
			});
		}
		scope.get('/phone/events', (request, reply) => {
			const { number } = checkedAs(watched, request.query);
			stream(service, number, reply);
			return reply;
		});
		scope.post('/phone/answer', (request, reply) => {
			const { number, chat, text, button, quotes } = bodyAs(answer, request);
			const entry = service.state.messages.onPhone(number).find((one) => chatOf(one) === chat);
			if (entry === undefined) throw new WrongRequest('This chat is not there any more');
			const closed = phoneState(service, number).chats.find(({ id }) => id === chat)?.closed;
			if (typeof closed === 'string') throw new WrongRequest(closed);
			const { route, account, sender } = entry;
			// A tapped button answers the message on which it stands.
			const about = quotes ?? button?.message;
			service.receive({
				route,
				account,
				sender,
				number,
				text,
				quotes: about,
				buttonId: button?.id,
			});
			return reply.code(204).send();
		});
		scope.post('/phone/read', (request, reply) => {
			const { number, chat } = bodyAs(read, request);
			service.read(number, (message) => chatOf(message) === chat);
			return reply.code(204).send();
		});
		done();
	});
}
