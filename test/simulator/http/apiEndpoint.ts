import type { z } from 'zod';

import type { Account } from '../service/accounts';
import type { Service } from '../service/service';
import { failure, invalid, success, type Misfit, type Reply } from './answers';
import type { Call, Endpoint } from './call';
import type { Outcome } from './journal';

/** A request that is refused: thrown wherever that comes to light. */
export class Refused extends Error {
	constructor(
		readonly reply: Reply,
		readonly outcome: Outcome,
	) {
		super('refused');
	}
}

export const refuse = (...detail: Misfit[]): never => {
	throw new Refused(invalid(detail), 'refused');
};

/** After something was waited for: a reset in the meantime took away what the request was about. */
export function stillThere(service: Service, before: Service['state']): void {
	if (service.state === before) return;
	throw new Refused(failure(503, 'The simulator was reset meanwhile'), 'refused');
}

export const unreadable = (message: string): never => {
	throw new Refused(failure(400, message), 'unreadable');
};

/** Reads the body of a request and checks it. */
export type BodyReader<Body> = (call: Call) => Promise<Body> | Body;

interface Asked<Body> {
	body: Body;
	account: Account;
	service: Service;
	call: Call;
}

interface Definition<Body> {
	name: string;
	method: Endpoint['method'];
	path: string;
	body?: BodyReader<Body>;
	/** The code of a success. */
	status: 200 | 201;
	/** Gives the data of the answer. */
	handle: (asked: Asked<Body>) => unknown;
}

export function authenticate({ service, request, entry, ip }: Call): Account {
	const key = request.headers.apikey;
	const account = typeof key === 'string' ? service.accountOfKey(key) : undefined;
	if (account === undefined) {
		throw new Refused(failure(401, 'Invalid or missing API key'), 'unauthorised');
	}
	entry.account = account.name;
	if (!account.active) throw new Refused(failure(403, 'This user is not active'), 'unauthorised');
	if (!isWhitelisted(account, ip)) {
		throw new Refused(failure(403, 'This IP address is not on the whitelist'), 'unauthorised');
	}
	return account;
}

export const isWhitelisted = ({ whitelist }: Account, ip: string): boolean =>
	whitelist.some((entry) => entry.active && entry.ip === ip);

export const tooMany = (service: Service, message: string): Refused => {
	const { retryAfter } = service.settings;
	const headers: Record<string, string> =
		retryAfter === null ? {} : { 'retry-after': String(retryAfter) };
	return new Refused(failure(429, message, headers), 'limited');
};

/** An endpoint of the HTTP API: it keeps the rate, knows its callers, and answers in the envelope. */
export function apiEndpoint<Body>(definition: Definition<Body>): Endpoint {
	const { name, method, path, body, status, handle } = definition;
	return {
		name,
		method,
		path,
		host: 'api',
		serve: async (call) => {
			const { service, entry } = call;
			if (!service.meter.accept(entry.ms)) {
				throw tooMany(service, 'Too many requests');
			}
			const account = authenticate(call);
			// An endpoint without a reader has no use for a body.
			const read = (await body?.(call)) as Body;
			const data = await handle({ body: read, account, service, call });
			entry.outcome = 'accepted';
			return success(status, data);
		},
	};
}

/** The faults that a schema finds, as the service tells them. */
export const misfitsOf = (error: z.ZodError, place: string): Misfit[] =>
	error.issues.map(({ path, message, code }) => ({
		loc: [place, ...path],
		msg: message,
		type: `value_error.${code}`,
	}));
