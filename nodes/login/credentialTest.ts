import type {
	ICredentialTestFunction,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { z } from 'zod';

import { parsedJson, parsedUrl } from '../plain';
import * as service from '../service';
import { serviceAddress } from './address';

const TIMEOUT_MS = 20_000;

const NO_ANSWER_ADVICE =
	'Check the Base URL in the credential (its port may accept only http://), and the network between n8n and the service.';

interface Reply {
	status: number;
	body: unknown;
	seenAs: string;
}

const fullResponse = z.object({ statusCode: z.number(), body: z.unknown() });

function seenAs(body: unknown): string {
	const words = JSON.stringify(body ?? '').slice(0, 10_000);
	const address = (words.match(/[\da-f]*[.:][\da-f.:]+[\da-f]/gi) ?? []).find(
		(word) => /^\d+(\.\d+){3}$/.test(word) || parsedUrl(`http://[${word}]`) !== undefined,
	);
	return address === undefined ? '' : ` The service saw the address ${address}.`;
}

type Wanted = Readonly<Record<string, unknown>> & { baseUrl: string; path: string; end: string };

/** n8n's own test would show a code such as ECONNREFUSED without advice. */
async function test(
	{ helpers }: ICredentialTestFunctions,
	{ baseUrl, path, end, ...request }: Wanted,
	problemOf: (reply: Reply) => string | undefined,
): Promise<INodeCredentialTestResult> {
	const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
	const address = serviceAddress(baseUrl, path);
	if (!address.ok) return failed(`${address.what}. ${address.advice}`);
	try {
		const response: unknown = await helpers.request({
			...request,
			uri: `${address.url}${end}`,
			// A redirect would send the login to another address.
			followRedirect: false,
			simple: false,
			resolveWithFullResponse: true,
			timeout: TIMEOUT_MS,
		});
		const { statusCode: status, body } = fullResponse.parse(response);
		const problem = problemOf({
			status,
			body: typeof body === 'string' ? parsedJson(body) : body,
			seenAs: seenAs(body),
		});
		if (problem !== undefined) return failed(problem);
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		// The error contains the request with its login, so it must not leave this function.
		const { what, advice, reached } = service.breakdownOf(error, TIMEOUT_MS);
		return failed(`${what}. ${reached === 'no' ? advice : NO_ANSWER_ADVICE}`);
	}
}

const text = z.string().catch('');
const apiLogin = z.object({ baseUrl: text, pathPrefix: text, apiKey: text });
const identity = z.object({ data: z.object({ userid: z.unknown() }) });
const refused = z.object({ error: z.literal(true) });

function apiProblem({ status, body, seenAs }: Reply): string | undefined {
	if (service.warningOfSuccess(status, 'read') !== undefined) {
		const [what, advice] = service.adviceFor(status);
		const isRefused = status === 401 || status === 403;
		return `${what} (${status}). ${status === 404 ? service.ADDRESS_ADVICE : advice}${isRefused ? seenAs : ''}`;
	}
	if (refused.safeParse(body).success) {
		return `The service did not accept the API key. ${service.WHITELIST_ADVICE}${seenAs}`;
	}
	return identity.safeParse(body).data?.data.userid === undefined
		? `This address responded, but not like the messaging service. ${service.ADDRESS_ADVICE}`
		: undefined;
}

export const apiLoginTest: ICredentialTestFunction = async function ({ data }) {
	const { baseUrl, pathPrefix: path, apiKey } = apiLogin.parse(data);
	const wanted = {
		...{ baseUrl, path, end: '/auth/api_key', method: 'GET' },
		headers: { Accept: 'application/json', APIKey: apiKey.trim() },
	};
	return await test(this, wanted, apiProblem);
};

const smsLogin = z.object({ baseUrl: text, path: text, user: text, password: text });
const smsResult = z.object({ status: z.coerce.number() });
const smsResults = z.object({ results: z.array(smsResult).nonempty() });

function smsProblem({ status, body, seenAs }: Reply): string | undefined {
	if (status === 422) {
		return 'The SMS host refused the test request before it checked the login, so the login is not tested (422).';
	}
	if (status === 401 || status === 403) {
		return `The SMS host does not allow this access (${status}). ${service.SMS_WHITELIST_ADVICE}${seenAs}`;
	}
	if (status >= 500) {
		return `The SMS host had an internal problem (${status}). Try again in a few minutes.`;
	}
	if (service.warningOfSuccess(status, 'read') !== undefined) {
		return `The SMS host does not accept messages at this address (${status}). ${service.SMS_ADDRESS_ADVICE}`;
	}
	switch (smsResults.safeParse(body).data?.results[0].status) {
		case undefined:
			return `This address responded, but not like the SMS host. ${service.SMS_ADDRESS_ADVICE}`;
		case -5:
			return 'The user or the password is wrong (-5). The user is the account whose name ends in _api.';
		case -40:
			return `${service.NOT_ON_WHITELIST} (-40)${seenAs}`;
		default:
			return undefined;
	}
}

/** An SMS without a recipient cannot be sent, but the service still checks the login. */
export const smsLoginTest: ICredentialTestFunction = async function ({ data }) {
	const { baseUrl, path, user, password } = smsLogin.parse(data);
	const wanted = {
		...{ baseUrl, path, end: '', method: 'POST' },
		headers: { Accept: 'application/json' },
		form: { SMSText: 'Connection test', output: 'json', user: user.trim(), password },
	};
	return await test(this, wanted, smsProblem);
};
