import type { FastifyRequest } from 'fastify';

import type { Fact } from '../facts/endpoints';
import type { Service } from '../service/service';
import type { Reply } from './answers';
import type { Entry } from './journal';

export interface Call {
	service: Service;
	request: FastifyRequest;
	entry: Entry;
	ip: string;
	query: URLSearchParams;
}

export interface Endpoint {
	fact: Fact;
	/** Also notes the outcome in the journal entry. */
	serve: (call: Call) => Promise<Reply> | Reply;
}
