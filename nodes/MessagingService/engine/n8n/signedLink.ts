import type { IExecuteFunctions } from 'n8n-workflow';

/** n8n 1 checks the signatures of an execution's links only if it is asked to; n8n 2 always does. */
type OfVersion1 = Partial<Record<'setSignatureValidationRequired', () => void>>;

/** An address of this n8n by which this execution goes on, signed by n8n with these parameters. */
export function signedLink(
	context: IExecuteFunctions,
	parameters: Readonly<Record<string, string>>,
): string {
	(context as OfVersion1).setSignatureValidationRequired?.();
	return context.getSignedResumeUrl({ ...parameters });
}
