import { NodeOperationError } from 'n8n-workflow';
import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { loginFields, serviceAddress } from '../../login';
import { isGiven, type Redact, redactor } from '../../plain';
import { CREDENTIAL_LABELS, type CredentialName, REQUESTS_PER_SECOND } from '../../service';
import { pacerOf, type Pacer } from './pace';
import { transportOf, type ServiceContext, type Transport } from './wire';

export interface Account {
	credential: CredentialName;
	/** The credential as a user knows it: its own name, and its type. */
	login: string;
	defaultCountryCode?: unknown;
	url: string;
	redact: Redact;
	pacer: Pacer;
	transport: Transport;
}

const fields = loginFields.extend({
	defaultCountryCode: z.unknown(),
	/** A user who wanted to go slower must not get full speed, so a wrong rate becomes NaN and then an error. */
	requestsPerSecond: z.preprocess(
		(value) => (isGiven(value) ? value : REQUESTS_PER_SECOND),
		z.coerce.number().positive().finite().catch(Number.NaN),
	),
});

const ONE_ACCOUNT =
	'A node sends all its items from one account. Use one node for each account. Or put Loop Over Items with a batch size of 1 before this node.';

export const hasChosen = (context: IExecuteFunctions, name: CredentialName): boolean =>
	context.getNode().credentials?.[name] !== undefined;

/**
 * The account that sends all items of a node run. To read a credential asks n8n's database, so one without expressions is not
 * read for each item.
 */
export async function accountOfAll(context: IExecuteFunctions, name: CredentialName) {
	const { length } = context.getInputData();
	if (name === 'messagingServiceSmsApi' && !hasChosen(context, name)) {
		throw new NodeOperationError(context.getNode(), 'No credential for SMS is chosen', {
			description: 'Choose one at the top of the node, or create it there.',
		});
	}
	const data = await context.getCredentials(name, 0);
	const differs = async (item: number) => {
		const other = await context.getCredentials(name, item).catch(() => undefined);
		return JSON.stringify(other) !== JSON.stringify(data);
	};
	// No item has this index. So an expression that uses the item, or counts items, fails or gives another value.
	const toCompare = length > 1 && (await differs(length + 0.5)) ? length : 1;
	for (let item = 1; item < toCompare; item++) {
		if (!(await differs(item))) continue;
		throw new NodeOperationError(
			context.getNode(),
			`The credential has another value for item ${item + 1} than for item 1`,
			{ description: ONE_ACCOUNT },
		);
	}
	return accountOf(context, name, data);
}

export const openAccount = async (
	context: ServiceContext,
	name: CredentialName,
): Promise<Account> => accountOf(context, name, await context.getCredentials(name));

function accountOf(
	context: ServiceContext,
	name: CredentialName,
	data: ICredentialDataDecryptedObject,
): Account {
	const isSms = name === 'messagingServiceSmsApi';
	const { apiKey, user, password, requestsPerSecond, ...given } = fields.parse(data);
	const unusable = (what: string, description: string) =>
		new NodeOperationError(context.getNode(), what, { description });
	if (Number.isNaN(requestsPerSecond)) {
		throw unusable(
			'Requests per Second in the credential is not a number above 0',
			`Enter how many requests may start in a second: ${REQUESTS_PER_SECOND} is what the service accepts.`,
		);
	}
	const address = serviceAddress(given.baseUrl, isSms ? given.path : given.pathPrefix);
	if (!address.ok) throw unusable(address.what, address.advice);
	const stored = context.getNode().credentials?.[name];
	const identity = [new URL(address.url).origin, ...(isSms ? [user, password] : [apiKey])];
	return {
		credential: name,
		login: `${stored?.name ?? 'the credential'} (${CREDENTIAL_LABELS[name]})`,
		defaultCountryCode: given.defaultCountryCode,
		url: address.url,
		redact: redactor(isSms ? password : apiKey),
		pacer: pacerOf(identity, requestsPerSecond),
		transport: transportOf(context, {
			id: stored?.id ?? '',
			name: stored?.name ?? name,
			type: name,
			data,
		}),
	};
}
