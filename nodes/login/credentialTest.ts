import type {
	IAuthenticateRuleResponseCode,
	IAuthenticateRuleResponseSuccessBody,
	ICredentialTestRequest,
	INodeProperties,
} from 'n8n-workflow';

import { WHITELIST_NOTICE } from '../service';

/** Pieces of the requests by which n8n tests a credential. */

/**
 * The address that a credential means, as an expression: n8n resolves the test of a credential by itself, without
 * our code. It forgives what `serviceAddress` forgives: a missing scheme, slashes at the end, the path already there.
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

/** The codes by which the service says that something failed (section Errors); 50X by those that exist. */
const FAILURES = [400, 401, 403, 404, 405, 422, 429, 500, 502, 503, 504];

/** n8n goes through rules of both kinds in one list; its type says so only of lists of one kind. */
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
