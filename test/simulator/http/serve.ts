import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Service } from '../service/service';
import { Refused, toXml, written, type Reply, type Written } from './answers';
import type { Call, Endpoint } from './call';
import type { Fault } from './faults';
import { noteBody } from './journal';

/** A pause that does not keep the process alive. */
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref());

async function process(endpoint: Endpoint, call: Call): Promise<Reply> {
	try {
		return await endpoint.serve(call);
	} catch (error) {
		if (!(error instanceof Refused)) throw error;
		call.entry.outcome = error.outcome;
		return error.reply;
	}
}

const isText = (value: unknown): value is string => typeof value === 'string';

function distorted(fault: Fault | undefined, answer: Written): Written {
	if (fault?.kind !== 'status') return answer;
	const text = isText(fault.body) ? fault.body : JSON.stringify(fault.body ?? '');
	const type = isText(fault.body) ? 'text/plain; charset=utf-8' : 'application/json';
	return {
		status: fault.status,
		headers: { 'content-type': type, ...fault.headers },
		text: fault.body === undefined ? '' : text,
	};
}

export async function serve(
	service: Service,
	endpoint: Endpoint,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<unknown> {
	const { entry } = request;
	const [path = '', ...query] = (request.raw.url ?? '').split('?');
	const call: Call = {
		service,
		request,
		entry,
		ip: request.ip,
		query: new URLSearchParams(query.join('?')),
	};
	entry.endpoint = endpoint.fact.name;
	if (Buffer.isBuffer(request.body)) noteBody(entry, request.body);

	const fault = service.faults.forRequest(path);
	let answer: Written;
	if (fault?.kind !== 'status' || fault.processed) {
		const reply = await process(endpoint, call);
		service.emit('answered', endpoint.fact, reply);
		answer = written(reply, entry.accept);
	} else {
		entry.outcome = 'faulted';
		answer = { status: 200, headers: {}, text: toXml('response', '') };
	}
	const final = distorted(fault, answer);
	final.headers = { date: new Date(service.clock.now()).toUTCString(), ...final.headers };
	entry.status = final.status;

	const late = service.settings.latencyMs + (fault?.kind === 'slowFirstByte' ? fault.ms : 0);
	if (late > 0) await pause(late);
	return reply.code(final.status).headers(final.headers).send(final.text);
}
