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

function authenticate({ service, request, entry, ip }: Call): Account {
	const key = request.headers.apikey;
	const account = typeof key === 'string' ? service.accountOfKey(key) : undefined;
	if (account === undefined) {
		throw new Refused(failure(401, 'Invalid or missing API key'), 'unauthorised');
	}
	entry.account = account.name;
	if (!account.active) throw new Refused(failure(403, 'This user is not active'), 'unauthorised');
	if (!isWhitelisted(account, ip)) {
		throw new Refused(failure(403, `The IP address ${ip} is not on the whitelist`), 'unauthorised');
	}
	return account;
}

const tooMany = (of: string): Refused =>
	new Refused(failure(429, `Too many requests${of}`), 'limited');

/** Accepts a message for this account, and notes it in the journal. Returns its ref_no. */
export function takeFor(
	{ service, entry }: Call,
	{ name: account }: Account,
	message: Omit<NewMessage, 'account'>,
): string {
	const isOfficial = message.route === 'official';
	if (isOfficial && !service.channelHasRoom(message.sender.id, entry.ms)) {
		throw tooMany(' of this channel');
	}
	const { id } = service.take({ account, ...message });
	entry.ref_no = id;
	return id;
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
