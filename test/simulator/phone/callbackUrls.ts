import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { bodyAs, WrongRequest } from '../http/jsonRoute';
import type { Service } from '../service/service';
import { sendTestCallback } from '../service/testCallback';
import { CALLBACK_KINDS, callbackUrl } from '../settings';
import type { CallbackUrls, TestResult } from './contract';

const kind = z.enum(CALLBACK_KINDS);
const saved = z.object({ kind, url: callbackUrl.nullable() }).strict();
const tested = z.object({ kind }).strict();

/** What the page at /callbacks talks to. */
export function callbackUrls(app: FastifyInstance, service: Service): void {
	const { urls } = service.deliveries;
	app.get('/callbacks/urls', (): CallbackUrls => Object.fromEntries(urls));
	app.post('/callbacks/save', (request, reply) => {
		const wanted = bodyAs(saved, request);
		if (wanted.url === null) urls.delete(wanted.kind);
		else urls.set(wanted.kind, wanted.url);
		return reply.code(204).send();
	});
	app.post('/callbacks/test', async (request): Promise<TestResult> => {
		const wanted = bodyAs(tested, request);
		if (!urls.has(wanted.kind)) throw new WrongRequest('There is no URL to send it to');
		const delivery = await sendTestCallback(service, wanted.kind);
		if (delivery === undefined) throw new WrongRequest('A fault that was ordered holds it back');
		return { status: delivery.status };
	});
}
