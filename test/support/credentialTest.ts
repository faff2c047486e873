import { CredentialTestContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
	INodeType,
} from 'n8n-workflow';

import { additionalDataFor } from './n8nServer';

/** Runs the test of a credential as n8n's server does: the function that a node names for it, in n8n-core's context. */
export async function testCredential(
	{ description, methods }: INodeType,
	type: string,
	data: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const testedBy = description.credentials?.find(({ name }) => name === type)?.testedBy;
	const test = typeof testedBy === 'string' ? methods?.credentialTest?.[testedBy] : undefined;
	if (test === undefined) throw new Error(`${type} has no test in a node`);
	// Its helpers for SSH have wider types than n8n-workflow says.
	const context = new CredentialTestContext(
		await additionalDataFor({}),
	) as ICredentialTestFunctions;
	return await test.call(context, { id: type, name: type, type, data });
}
