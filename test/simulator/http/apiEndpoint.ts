import type { z } from 'zod/v4';

import type { Fact } from '../facts/endpoints';
import type { Account } from '../service/accounts';
import type { NewMessage, Service } from '../service/service';
import { failure, Refused, success } from './answers';
import { bodyOf, type Upload } from './bodies';
import type { Call, Endpoint } from './call';

interface Asked<Body> {
	body: Body;
	/** The file of a multipart body. */
	file?: Upload | undefined;
	account: Account;
	service: Service;
	call: Call;
}

export const isWhitelisted = ({ whitelist }: Account, ip: string): boolean =>
	whitelist.some((entry) => entry.active && entry.ip === ip);

function authenticate({ service, request, ip }: Call): Account {
	const { account } = service.state;
	if (request.headers.apikey !== account.apiKey) {
		throw new Refused(failure(401, 'Invalid or missing API key'), 'unauthorised');
	}
	if (!account.active) throw new Refused(failure(403, 'This user is not active'), 'unauthorised');
	if (!isWhitelisted(account, ip)) {
		throw new Refused(failure(403, `The IP address ${ip} is not on the whitelist`), 'unauthorised');
	}
	return account;
}

const tooMany = (of: string): Refused =>
	new Refused(failure(429, `Too many requests${of}`), 'limited');

/** Accepts a message, unless its channel has no room. Returns its ref_no. */
export function take({ service, entry }: Call, message: NewMessage): string {
	const isOfficial = message.route === 'official';
	if (isOfficial && !service.channelHasRoom(message.sender.id, entry.ms)) {
		throw tooMany(' of this channel');
	}
	return service.take(message).id;
}

/** An endpoint of the HTTP API: it keeps the rate, checks its caller, and responds in the envelope. */
export const apiEndpoint = <Schema extends z.ZodType>(
	fact: Fact<Schema>,
	/** Gives the data of the response. */
	handle: (asked: Asked<z.output<Schema>>) => unknown,
): Endpoint => ({
	fact,
	serve: async (call) => {
		const { service, entry } = call;
		if (!service.meter.accept(entry.ms)) throw tooMany('');
		const account = authenticate(call);
		const data = await handle({ ...(await bodyOf(fact, call)), account, service, call });
		entry.outcome = 'accepted';
		return success(fact.success, data);
	},
});
