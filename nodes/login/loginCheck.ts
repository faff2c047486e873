import type { ICredentialTestFunction, INodeCredentialTestResult } from 'n8n-workflow';
import { z } from 'zod';

import { insideRoot, LONGEST_ANSWER, parseXml, textOfBody } from '../plain';
import * as service from '../service';
import { serviceAddress } from './address';
import { loginFields } from './credentialFields';

/** A fault may come before the service has checked the login. Check Setup reads the code from its brackets. */
type Fault = readonly [what: string, advice: string, isUntested?: boolean];

function bodyOf(text: string): unknown {
	if (text.length > LONGEST_ANSWER) return undefined;
	try {
		return text.trimStart().startsWith('<') ? insideRoot(parseXml(text)) : JSON.parse(text);
	} catch {
		return undefined;
	}
}

function faultOfStatus(status: number, credential: service.CredentialName): Fault {
	const [what, advice] = service.adviceFor(status, credential);
	const advices: Record<number, string> = {
		// Nothing has an ID here, so the address is wrong.
		404: service.adviceFor(405, credential)[1],
		422: 'It did so before it checked the login, so the login is not tested.',
	};
	const isUntested = status === 422 || service.mayPass(status);
	return [`${what} (${status})`, advices[status] ?? advice, isUntested];
}

/** A request that sends nothing, and shows whether the service accepts a login. */
const loginCheck = (
	credential: service.CredentialName,
	request: { method: 'GET' | 'POST'; path: string; form?: Record<string, string> },
	faultOfBody: (body: unknown) => Fault | undefined,
) => ({
	credential,
	request,
	faultOf: ({ status, text, url }: { status: number; text: string; url: string }) => {
		const fault = service.isSuccess(status)
			? faultOfBody(bodyOf(text))
			: faultOfStatus(status, credential);
		if (!fault) return undefined;
		const [what, advice, isUntested = false] = fault;
		return { what, advice: service.whereCalled(advice, url), isUntested };
	},
});

export type LoginCheck = ReturnType<typeof loginCheck>;

const identity = z.object({ data: z.object({ userid: z.unknown() }) });
const refused = z.object({ error: z.literal(true) });

export const API_LOGIN = loginCheck(
	'messagingServiceApi',
	{ method: 'GET', path: '/auth/api_key' },
	(body) => {
		if (refused.safeParse(body).success) {
			return ['The service did not accept the API key', service.WHITELIST_ADVICE];
		}
		return identity.safeParse(body).data?.data.userid === undefined
			? ['This address responded, but not like the messaging service', service.ADDRESS_ADVICE]
			: undefined;
	},
);

const TEST_AGAIN = 'Test again in a few minutes.';

const smsResult = z.object({ status: z.union([z.string(), z.number()]).transform(String) });
const smsResults = z.object({ results: z.array(smsResult).nonempty() });

const SMS_FAULTS: Readonly<Record<string, string>> = {
	'-5': 'The user or the password is wrong',
	'-24': 'The address is wrong',
	'-40': 'The address of this n8n is not on the IP whitelist',
};

/** An SMS without a recipient cannot be sent, but the service still checks the login. */
export const SMS_LOGIN = loginCheck(
	'messagingServiceSmsApi',
	{ method: 'POST', path: '', form: { SMSText: 'Connection test', output: 'json' } },
	(body) => {
		const status = smsResults.safeParse(body).data?.results[0].status ?? '';
		const known = service.smsStatus(status);
		if (known === undefined) {
			return ['This address responded, but not like the SMS host', service.SMS_ADDRESS_ADVICE];
		}
		if (status !== '0' && known.mayBeSent) {
			return [`The service had an error (${status}), so the login is not tested`, TEST_AGAIN, true];
		}
		const what = SMS_FAULTS[status];
		return what === undefined ? undefined : [`${what} (${status})`, known.advice];
	},
);

const TIMEOUT_MS = 20_000;

const NO_ANSWER_ADVICE =
	'Check the Base URL in the credential (its port may accept only http://), and the network between n8n and the service.';

const fullResponse = z.object({ statusCode: z.number(), body: z.unknown() });

/** n8n's own test would show a code such as ECONNREFUSED without advice. */
const testOf = ({
	request: { method, path: end, form },
	faultOf,
}: LoginCheck): ICredentialTestFunction =>
	async function ({ data }): Promise<INodeCredentialTestResult> {
		const { helpers } = this;
		const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
		const { baseUrl, pathPrefix, path, apiKey, user, password } = loginFields.parse(data);
		const address = serviceAddress(baseUrl, form ? path : pathPrefix);
		if (!address.ok) return failed(`${address.what}. ${address.advice}`);
		const url = `${address.url}${end}`;
		try {
			const response: unknown = await helpers.request({
				method,
				uri: url,
				headers: { Accept: 'application/json', ...(!form && { APIKey: apiKey }) },
				...(form && { form: { ...form, user, password } }),
				// A redirect would send the login to another address.
				followRedirect: false,
				simple: false,
				resolveWithFullResponse: true,
				timeout: TIMEOUT_MS,
				// As a stream, a body that is too long can be left unread.
				useStream: true,
			});
			const { statusCode: status, body } = fullResponse.parse(response);
			// The option `timeout` ends with the headers.
			const deadline = AbortSignal.timeout(TIMEOUT_MS);
			const text = (await textOfBody(body, LONGEST_ANSWER, deadline)) ?? '';
			const fault = faultOf({ status, text, url });
			if (fault !== undefined) return failed(`${fault.what}. ${fault.advice}`);
			return { status: 'OK', message: 'Connection successful!' };
		} catch (error) {
			// The error contains the request with its login, so it must not leave this function.
			const { what, advice, reached } = service.breakdownOf(error, TIMEOUT_MS);
			return failed(`${what}. ${reached === 'no' ? advice : NO_ANSWER_ADVICE}`);
		}
	};

export const apiLoginTest = testOf(API_LOGIN);
export const smsLoginTest = testOf(SMS_LOGIN);
