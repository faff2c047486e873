import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';

import { bodyAs, WrongRequest } from '../http/jsonRoute';
import { officialStatus, unofficialStatus } from '../service/callbacks';
import { counterpart } from '../service/counterpart';
import type { Service } from '../service/service';
import { callbackUrl, CALLBACK_KINDS, type CallbackKind } from '../settings';

const MOST_URLS = 20;

const kind = z.enum(CALLBACK_KINDS);
const urls = callbackUrl.array().max(MOST_URLS);
const registration = z.partialRecord(kind, urls.or(callbackUrl).nullable());

const tested = z.object({ kind }).strict();

/** The recipient who writes the test messages: an ordinary number, whose phone shows them. */
const TESTER = '628000000001';

const ROUTES = {
	officialInbox: 'official',
	unofficialInbox: 'unofficial',
	smsInbox: 'sms',
	business: 'business',
} as const;

const REPORTS = { officialStatus, unofficialStatus };

/** Writes a message like any other, so that its room can be answered. Returns its id. */
function writeTest(service: Service, kind: keyof typeof ROUTES): string {
	const route = ROUTES[kind];
	const sender = counterpart(service, route, TESTER, undefined);
	if (sender === undefined) throw new Error(`No account receives messages by the route ${route}`);
	return service.receive({ route, sender, number: TESTER, text: 'A test message' }).id;
}

/** Reports the status of a message that was never sent. Returns its ref_no. */
function reportTest(service: Service, kind: keyof typeof REPORTS): string {
	const { clock, settings, deliveries } = service;
	const id = service.newRef();
	const at = clock.now();
	const delivered = { id, status: 'D', history: [{ status: 'S', at }], excluded: false } as const;
	deliveries.push(kind, id, REPORTS[kind](delivered, at, settings));
	return id;
}

/** Sends one callback of a kind. Returns the status of each response, or null for a URL without a response. */
function sendTestCallback(service: Service, kind: CallbackKind): Promise<(number | null)[]> {
	const isReport = kind === 'officialStatus' || kind === 'unofficialStatus';
	const ref = isReport ? reportTest(service, kind) : writeTest(service, kind);
	return service.deliveries.responses(kind, ref);
}

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
