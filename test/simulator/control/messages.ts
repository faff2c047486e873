import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';

import { isoTime } from '../core/serviceTime';
import { messageCode } from '../facts/statuses';
import { isInternational } from '../facts/texts';
import { bodyAs, WrongRequest } from '../http/jsonRoute';
import type { Message } from '../service/message';
import { counterpart } from '../service/counterpart';
import type { Service } from '../service/service';

/** The text as the recipient reads it, with the unsubscribe link if the request asked for one. */
const readWords = (words: string, { content: { unsubscribeUrl: url } }: Message): string =>
	url === undefined ? words : `${words}\n\nTo get no more messages: ${url}`.trim();

const captionOf = (message: Message): string | null => {
	if (message.route !== 'unofficial' || message.content.media === undefined) return null;
	return readWords(message.caption ?? '', message) || null;
};

/** A message as the control interface shows it. */
export type ToldMessage = ReturnType<typeof toldMessage>;

const toldMessage = (message: Message) => ({
	ref_no: message.id,
	route: message.route,
	from: message.sender.number,
	to: message.number,
	is_group: message.isGroup,
	text: readWords(message.content.text, message),
	caption: captionOf(message),
	media: message.content.media ?? null,
	buttons: message.content.buttons ?? [],
	template_id: message.templateId ?? null,
	status: message.status,
	history: message.history.map(({ status, at }) => ({ status, at: isoTime(at) })),
	credits: message.credits,
	room_id: message.roomId ?? null,
	queue: message.queue ?? null,
});

const incoming = z
	.object({
		route: z.enum(['official', 'unofficial', 'business', 'sms']),
		from: z.string().refine(isInternational, 'must be an international number'),
		to: z.string().optional(),
		text: z.string(),
	})
	.strict();

export function messageRoutes(app: FastifyInstance, service: Service): void {
	const known = (ref: string): Message => {
		const message = service.state.messages.get(ref);
		if (message === undefined) throw new WrongRequest(`There is no message ${ref}`, 404);
		return message;
	};
	app.get('/messages', () => ({ messages: service.state.messages.all().map(toldMessage) }));
	app.get<{ Params: { ref: string } }>('/messages/:ref', ({ params }) =>
		toldMessage(known(params.ref)),
	);
	app.post<{ Params: { ref: string } }>('/messages/:ref/move', (request) => {
		const { status } = bodyAs(z.object({ status: messageCode }).strict(), request);
		const message = known(request.params.ref);
		service.move(message, status);
		return toldMessage(message);
	});
	app.post('/inbox', (request) => {
		const { route, from, to, text } = bodyAs(incoming, request);
		const sender = counterpart(service, route, from, to);
		if (sender === undefined)
			throw new WrongRequest(`Nobody there takes messages for ${to ?? route}`);
		const { id, roomId } = service.receive({ route, sender, number: from, text });
		return { id, room_id: roomId ?? null };
	});
}
