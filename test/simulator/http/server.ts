import multipartPlugin from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';

import { control } from '../control/control';
import { endpoints } from '../endpoints';
import { callerFault } from '../core/loopback';
import { isoTime } from '../core/serviceTime';
import { sendSms } from '../facts/endpoints';
import { API_PREFIX } from '../facts/limits';
import type { Service } from '../service/service';
import { failure, written, type Reply } from './answers';
import type { Entry, Outcome } from './journal';
import { links } from './links';
import { serve } from './serve';

declare module 'fastify' {
	interface FastifyRequest {
		entry: Entry;
	}
}

const LARGEST_BODY = 8 * 1024 * 1024;

/** Sends the response to a request that reached no endpoint. */
function sendFailure(reply: FastifyReply, outcome: Outcome, failed: Reply): FastifyReply {
	const { entry } = reply.request;
	const { status, headers, text } = written(failed, entry.accept);
	Object.assign(entry, { outcome, status });
	return reply.code(status).headers(headers).send(text);
}

/** The endpoints of the service. */
function serviceRoutes(app: FastifyInstance, service: Service): void {
	app.decorateRequest('entry');
	app.addHook('onRequest', (request, _reply, done) => {
		const { headers, method, url } = request.raw;
		request.entry = service.journal.open({
			at: isoTime(service.clock.now()),
			method: method ?? '',
			url: url ?? '',
			accept: headers.accept ?? '',
			contentType: headers['content-type'] ?? '',
		});
		done();
	});
	app.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) => {
		const code = error.statusCode ?? 500;
		// A request that the framework cannot read is invalid. Only a large one has another code.
		const status = code >= 500 || code === 413 ? code : 400;
		const words = status === 500 ? 'The simulator failed' : error.message;
		if (status === 500) app.log.error(error);
		return sendFailure(reply, 'unreadable', failure(status, words));
	});
	app.setNotFoundHandler((_request, reply) =>
		sendFailure(reply, 'unknown', failure(404, 'Not found')),
	);
	for (const endpoint of endpoints) {
		const { method, path } = endpoint.fact;
		const url = endpoint.fact === sendSms ? path : API_PREFIX + path;
		app.route({
			method,
			url,
			handler: (request, reply) => serve(service, endpoint, request, reply),
		});
	}
}

export type Pages = (app: FastifyInstance, service: Service) => void;

export async function createServer(service: Service, pages?: Pages): Promise<FastifyInstance> {
	const app = fastify({
		bodyLimit: LARGEST_BODY,
		exposeHeadRoutes: false,
		routerOptions: { maxParamLength: 1000 },
		forceCloseConnections: true,
		keepAliveTimeout: 60_000,
		// The log leaves out the request, since its URL may contain the password of an SMS.
		logger: { level: 'error', serializers: { req: () => ({}) } },
	});
	// Each endpoint reads its own kind of body, and the journal notes the bytes.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
		done(null, body);
	});
	app.addHook('onRequest', (request, reply, done) => {
		const fault = callerFault(request.headers);
		if (fault === undefined) done();
		else void reply.code(403).send({ error: fault });
	});
	await app.register(multipartPlugin, {
		limits: { fileSize: LARGEST_BODY, files: 1, fields: 50, parts: 51, fieldSize: 100_000 },
	});
	await app.register((scope, _options, done) => {
		control(scope, service);
		links(scope, service);
		pages?.(scope, service);
		done();
	});
	// A separate scope keeps requests to the simulator itself out of the journal.
	await app.register((scope, _options, done) => {
		serviceRoutes(scope, service);
		done();
	});
	return app;
}
