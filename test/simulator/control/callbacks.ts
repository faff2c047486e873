import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { bodyAs, WrongRequest } from '../http/jsonRoute';
import type { Service } from '../service/service';
import { sendTestCallback } from '../service/testCallback';
import { callbackUrl, CALLBACK_KINDS } from '../settings';

const MOST_URLS = 20;

const kind = z.enum(CALLBACK_KINDS);
const urls = callbackUrl.array().max(MOST_URLS);
const registration = z.record(kind, urls.or(callbackUrl).nullable());

const tested = z.object({ kind }).strict();

export function callbackRoutes(app: FastifyInstance, service: Service): void {
	const { deliveries } = service;
	const told = () =>
		Object.fromEntries(CALLBACK_KINDS.map((kind) => [kind, deliveries.urls.get(kind) ?? []]));
	app.get('/callbacks', told);
	app.put('/callbacks', (request) => {
		const wanted = bodyAs(registration, request);
		for (const kind of CALLBACK_KINDS) {
			const given = wanted[kind];
			if (given !== undefined) deliveries.urls.set(kind, [...new Set([given ?? []].flat())]);
		}
		return told();
	});
	app.post('/callbacks/test', async (request) => {
		const { kind } = bodyAs(tested, request);
		const receivers = deliveries.urls.get(kind) ?? [];
		if (receivers.length === 0) throw new WrongRequest('There is no URL to send it to');
		return { statuses: await sendTestCallback(service, kind) };
	});
}
