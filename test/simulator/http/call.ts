import type { FastifyRequest } from 'fastify';

import type { Fact } from '../facts/endpoints';
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
	fact: Fact;
	/** Notes in the journal entry what became of the request. */
	serve: (call: Call) => Promise<Reply> | Reply;
}
