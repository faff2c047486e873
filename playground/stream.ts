import type { FastifyReply } from 'fastify';

import type { Service } from '../test/simulator';
import { phoneNumbers, phoneState } from './chats';

const SHORTEST_PAUSE_MS = 100;
const HEARTBEAT_MS = 15_000;

/** Server-sent events: the whole of what a phone shows, whenever something changed, at most ten times a second. */
export function stream(service: Service, number: string | undefined, reply: FastifyReply): void {
	reply.hijack();
	const { raw } = reply;
	raw.writeHead(200, {
		'content-type': 'text/event-stream',
		'cache-control': 'no-store',
		'x-accel-buffering': 'no',
	});
	const send = (event: string, data: unknown) => {
		raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
	};
	let timer: NodeJS.Timeout | undefined;
	const tell = () => {
		timer = undefined;
		// A reader who does not keep up gets a later state instead of all of them.
		if (raw.writableLength > 1_000_000) {
			changed();
			return;
		}
		send('numbers', phoneNumbers(service));
		if (number !== undefined) send('state', phoneState(service, number));
	};
	const changed = () => {
		timer ??= setTimeout(tell, SHORTEST_PAUSE_MS);
	};
	// The page knows the time by it, too.
	const heartbeat = setInterval(changed, HEARTBEAT_MS);
	service.on('changed', changed);
	raw.on('close', () => {
		service.off('changed', changed);
		clearTimeout(timer);
		clearInterval(heartbeat);
	});
	tell();
}
