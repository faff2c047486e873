import type {
	IAuthenticateRuleResponseCode,
	IAuthenticateRuleResponseSuccessBody,
	ICredentialTestRequest,
	INodeProperties,
} from 'n8n-workflow';

import { WHITELIST_NOTICE } from '../service';

/** Parts of the requests with which n8n tests a credential. */

/**
 * The address of the service as an expression, since n8n runs the test of a credential without our code. It accepts
 * what `serviceAddress` accepts: a missing scheme, slashes at the end, the path already there.
 */
export function addressExpression(pathField: 'pathPrefix' | 'path'): string {
	const base = `($credentials.baseUrl.trim().includes('://') ? '' : 'https://') + $credentials.baseUrl.trim().replace(/\\/+$/, '')`;
	const path = `('/' + $credentials.${pathField}.trim()).replace(/^\\/+/, '/').replace(/\\/+$/, '')`;
	return `={{ (${base}).endsWith(${path}) ? ${base} : ${base} + ${path} }}`;
}

export const whitelistNotice: INodeProperties = {
	displayName: WHITELIST_NOTICE,
	name: 'whitelistNotice',
	type: 'notice',
	default: '',
};

/** The codes of failures (section Errors), with the existing codes for its 50X. */
const FAILURES = [400, 401, 403, 404, 405, 422, 429, 500, 502, 503, 504];

/** The cast is needed because n8n accepts a list with rules of both kinds, but its type does not. */
export function rulesFor(
	message: (status: number) => string,
	bodies: readonly IAuthenticateRuleResponseSuccessBody[],
): NonNullable<ICredentialTestRequest['rules']> {
	const codes = FAILURES.map((value): IAuthenticateRuleResponseCode => ({
		type: 'responseCode',
		properties: { value, message: message(value) },
	}));
	return [...codes, ...bodies] as IAuthenticateRuleResponseCode[];
}
