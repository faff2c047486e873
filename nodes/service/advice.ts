/** What each HTTP code of the service means and what a person does about it (section Errors). */

export interface Advice {
	what: string;
	advice: string;
}

/** Where the whitelist is (section Authentication). */
const WHITELIST = 'the IP whitelist (Account, IP Whitelist, with Active checked)';

export const WHITELIST_ADVICE = `Check the API key (web application: Account, User Management) and that the public address of this n8n is on ${WHITELIST}.`;

export const SMS_WHITELIST_ADVICE = `Check user and password, and that the public address of this n8n is on ${WHITELIST}.`;

export const NOT_ON_WHITELIST = `The address of this n8n is not on ${WHITELIST}. Add it in the service’s web application.`;

export const WHITELIST_NOTICE = `The service only answers addresses that are on ${WHITELIST}: add the public address of this n8n in its web application.`;

export const ADDRESS_ADVICE =
	'Check the Base URL and the Path Prefix in the credential: the service’s own name stands where svc is.';

export const SMS_ADDRESS_ADVICE = 'Check the Base URL and the Path in the credential.';

/** What the codes mean where a login and an address of its own are behind them. */
interface Door {
	login: string;
	whitelist: string;
	address: string;
	/** Of a 404. */
	missing: string;
	rate: string;
}

const DOORS = {
	messagingServiceApi: {
		login: 'the API key',
		whitelist: WHITELIST_ADVICE,
		address: ADDRESS_ADVICE,
		missing: `Check the ID or reference number of this item. ${ADDRESS_ADVICE}`,
		rate: 'Lower Requests per Second in the credential: everything that uses the same key, on any machine, shares one limit.',
	},
	messagingServiceSmsApi: {
		login: 'the user and the password',
		whitelist: SMS_WHITELIST_ADVICE,
		address: SMS_ADDRESS_ADVICE,
		missing: SMS_ADDRESS_ADVICE,
		rate: 'Run again later, with fewer items at once: everything that uses the same user, on any machine, shares one limit.',
	},
} satisfies Record<string, Door>;

/** The credential whose login and address were used. */
export type CredentialName = keyof typeof DOORS;

const byCode = (door: Door): Readonly<Record<number, Advice>> => ({
	400: {
		what: 'The service found the request invalid',
		advice: 'Check the values of this item against what the service says.',
	},
	401: { what: `The service did not accept ${door.login}`, advice: door.whitelist },
	403: { what: 'The service does not allow this access', advice: door.whitelist },
	404: { what: 'The service found nothing under this address', advice: door.missing },
	405: {
		what: 'The service does not offer this action under this address',
		advice: door.address,
	},
	422: {
		what: 'The service refused a value',
		advice: 'Correct the fields that it names, then run again.',
	},
	429: {
		what: 'The service’s rate limit was reached, and stayed so',
		advice: door.rate,
	},
});

const SERVER_ERROR: Advice = {
	what: 'The service had a problem of its own',
	advice: 'Try again in a few minutes; if it lasts, ask the service’s support.',
};

const REDIRECT: Advice = {
	what: 'The service pointed to another address',
	advice:
		'The node does not follow, so that your login goes nowhere else. Enter the final address as Base URL in the credential (often it is https:// instead of http://).',
};

export function adviceFor(status: number, name: CredentialName = 'messagingServiceApi'): Advice {
	const door = DOORS[name];
	const known = byCode(door)[status];
	if (known) return known;
	if (status >= 500 && status <= 599) return SERVER_ERROR;
	if (status >= 300 && status <= 399) return REDIRECT;
	return {
		what: 'The service answered with a code that it does not document',
		advice: door.address,
	};
}
