import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { bodyAs, WrongRequest } from '../http/jsonRoute';
import type { Service } from '../service/service';
import { sendTestCallback } from '../service/testCallback';
import { callbackUrl, CALLBACK_KINDS } from '../settings';

const registration = z.record(z.enum(CALLBACK_KINDS), callbackUrl.nullable());

const tested = z.object({ kind: z.enum(CALLBACK_KINDS) }).strict();

export function callbackRoutes(app: FastifyInstance, service: Service): void {
	const { deliveries } = service;
	const told = () =>
		Object.fromEntries(CALLBACK_KINDS.map((kind) => [kind, deliveries.urls.get(kind) ?? null]));
	app.get('/callbacks', told);
	app.put('/callbacks', (request) => {
		const wanted = bodyAs(registration, request);
		for (const kind of CALLBACK_KINDS) {
			const url = wanted[kind];
			if (url === undefined) continue;
			if (url === null) deliveries.urls.delete(kind);
			else deliveries.urls.set(kind, url);
		}
		return told();
	});
	app.post('/callbacks/test', async (request) => {
		const { kind } = bodyAs(tested, request);
		if (!deliveries.urls.has(kind)) throw new WrongRequest('There is no URL to send it to');
		const delivery = await sendTestCallback(service, kind);
		if (delivery === undefined) throw new WrongRequest('A fault that was ordered holds it back');
		return { status: delivery.status };
	});
	app.get('/deliveries', () => ({ deliveries: deliveries.list() }));
	app.delete('/deliveries', () => {
		deliveries.clear();
		return {};
	});
}
