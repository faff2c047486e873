import type { ICredentialTestFunction, INodeCredentialTestResult } from 'n8n-workflow';
import { z } from 'zod';

import { breakdownOf } from '../service';
import { serviceAddress } from './address';
import { API_LOGIN, SMS_LOGIN, type LoginCheck } from './loginCheck';

const TIMEOUT_MS = 20_000;

const NO_ANSWER_ADVICE =
	'Check the Base URL in the credential (its port may accept only http://), and the network between n8n and the service.';

const fullResponse = z.object({ statusCode: z.number(), body: z.unknown() });

interface Login {
	baseUrl: string;
	path: string;
	headers?: Record<string, string>;
	form?: Record<string, string>;
}

/** n8n's own test would show a code such as ECONNREFUSED without advice. */
const testOf = (
	{ request: { method, path: end, form }, faultOf }: LoginCheck,
	loginOf: (data: unknown) => Login,
): ICredentialTestFunction =>
	async function ({ data }): Promise<INodeCredentialTestResult> {
		const { helpers } = this;
		const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
		const { baseUrl, path, headers, form: own } = loginOf(data);
		const address = serviceAddress(baseUrl, path);
		if (!address.ok) return failed(`${address.what}. ${address.advice}`);
		try {
			const response: unknown = await helpers.request({
				...{ method, uri: `${address.url}${end}` },
				headers: { Accept: 'application/json', ...headers },
				...(form && { form: { ...form, ...own } }),
				// A redirect would send the login to another address.
				followRedirect: false,
				simple: false,
				resolveWithFullResponse: true,
				timeout: TIMEOUT_MS,
			});
			const { statusCode: status, body } = fullResponse.parse(response);
			const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
			const fault = faultOf({ status, text });
			if (fault !== undefined) return failed(fault.join('. '));
			return { status: 'OK', message: 'Connection successful!' };
		} catch (error) {
			// The error contains the request with its login, so it must not leave this function.
			const { what, advice, reached } = breakdownOf(error, TIMEOUT_MS);
			return failed(`${what}. ${reached === 'no' ? advice : NO_ANSWER_ADVICE}`);
		}
	};

const text = z.string().catch('');
const apiLogin = z.object({ baseUrl: text, pathPrefix: text, apiKey: text });
const smsLogin = z.object({ baseUrl: text, path: text, user: text, password: text });

export const apiLoginTest = testOf(API_LOGIN, (data) => {
	const { baseUrl, pathPrefix: path, apiKey } = apiLogin.parse(data);
	return { baseUrl, path, headers: { APIKey: apiKey.trim() } };
});

export const smsLoginTest = testOf(SMS_LOGIN, (data) => {
	const { user, password, ...address } = smsLogin.parse(data);
	return { ...address, form: { user: user.trim(), password } };
});
