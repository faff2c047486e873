/** What each HTTP code means, and what to do about it (section Errors). */

interface Advice {
	what: string;
	advice: string;
}

const SUCCESSES = new Set([200, 201, 202, 204]);

/** Whether the code alone is that of a success; the answer may still hold an error. */
export const isDocumentedSuccess = (status: number): boolean => SUCCESSES.has(status);

/** Where the whitelist is found in the web application (section Authentication). */
const WHITELIST = 'the IP whitelist (Account, IP Whitelist, with Active checked)';

export const WHITELIST_ADVICE = `Check the API key (web application: Account, User Management) and that the public address of this n8n is on ${WHITELIST}.`;

export const SMS_WHITELIST_ADVICE = `Check user and password, and that the public address of this n8n is on ${WHITELIST}.`;

export const NOT_ON_WHITELIST = `The address of this n8n is not on ${WHITELIST}. Add it in the service’s web application.`;

export const WHITELIST_NOTICE = `The service answers only addresses that are on ${WHITELIST}: add the public address of this n8n in its web application.`;

export const ADDRESS_ADVICE =
	'Check the Base URL and the Path Prefix in the credential: in the prefix, replace svc with the service’s own name.';

export const SMS_ADDRESS_ADVICE = 'Check the Base URL and the Path in the credential.';

/** The words that differ between the two credentials. */
interface CredentialWords {
	login: string;
	whitelist: string;
	address: string;
	/** For a 404. */
	notFound: string;
	rate: string;
}

const CREDENTIAL_WORDS = {
	messagingServiceApi: {
		login: 'the API key',
		whitelist: WHITELIST_ADVICE,
		address: ADDRESS_ADVICE,
		notFound: `Check the ID or reference number of this item. ${ADDRESS_ADVICE}`,
		rate: 'Lower Requests per Second in the credential: everything that uses the same key, on any machine, shares one limit.',
	},
	messagingServiceSmsApi: {
		login: 'the user and the password',
		whitelist: SMS_WHITELIST_ADVICE,
		address: SMS_ADDRESS_ADVICE,
		notFound: SMS_ADDRESS_ADVICE,
		rate: 'Run again later, with fewer items at once: everything that uses the same user, on any machine, shares one limit.',
	},
} satisfies Record<string, CredentialWords>;

/** The credential whose login and address were used. */
export type CredentialName = keyof typeof CREDENTIAL_WORDS;

const adviceByCode = (words: CredentialWords): Readonly<Record<number, Advice>> => ({
	400: {
		what: 'The service found the request invalid',
		advice: 'Compare the values of this item with what the service says.',
	},
	401: { what: `The service did not accept ${words.login}`, advice: words.whitelist },
	403: { what: 'The service does not allow this access', advice: words.whitelist },
	404: { what: 'The service found nothing under this address', advice: words.notFound },
	405: {
		what: 'The service does not offer this action under this address',
		advice: words.address,
	},
	422: {
		what: 'The service refused a value',
		advice: 'Correct the fields that it names, then run again.',
	},
	429: {
		what: 'The service’s rate limit was reached, even after retries',
		advice: words.rate,
	},
});

const SERVER_ERROR: Advice = {
	what: 'The service had a problem of its own',
	advice: 'Try again in a few minutes. If it persists, ask the service’s support.',
};

const REDIRECT: Advice = {
	what: 'The service pointed to another address',
	advice:
		'The node does not follow redirects, so that your login goes nowhere else. Enter the final address as Base URL in the credential (often it is https:// instead of http://).',
};

export function adviceFor(
	status: number,
	credential: CredentialName = 'messagingServiceApi',
): Advice {
	const words = CREDENTIAL_WORDS[credential];
	const known = adviceByCode(words)[status];
	if (known) return known;
	if (status >= 500 && status <= 599) return SERVER_ERROR;
	if (status >= 300 && status <= 399) return REDIRECT;
	return {
		what: 'The service answered with a code that it does not document',
		advice: words.address,
	};
}
