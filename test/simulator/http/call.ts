import type { FastifyRequest } from 'fastify';

import type { Service } from '../service/service';
import type { Reply } from './answers';
import type { Entry } from './journal';

/** A request on its way through the service. */
export interface Call {
	service: Service;
	request: FastifyRequest;
	entry: Entry;
	/** Whose address the request comes from. */
	ip: string;
	query: URLSearchParams;
}

export interface Endpoint {
	/** As the journal names it. */
	name: string;
	method: 'GET' | 'POST';
	/** Which host it stands on: below the prefix of the API, or where SMS are taken. */
	host: 'api' | 'sms';
	path: string;
	/** Notes in the journal entry what became of the request. */
	serve: (call: Call) => Promise<Reply> | Reply;
}
