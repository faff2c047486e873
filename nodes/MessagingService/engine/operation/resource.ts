import type { CredentialName } from '../../../service';
import type { Operation } from './definition';

export interface Resource {
	value: string;
	name: string;
	description: string;
	builderHint?: string;
	credential: CredentialName;
	usual: string;
	/** Set for the resource by which n8n asks users to approve an agent's tool call. Its messages reach any number. */
	reviews?: true;
	operations: Operation[];
}

/** The editor lists the usual operation first, then those that send, then those that read. */
const rankOf = ({ value, effect }: Operation, usual: string): number =>
	value === usual ? 0 : effect === 'send' ? 1 : 2;

export const resource = (
	operations: Readonly<Record<string, Operation>>,
	face: Omit<Resource, 'operations'>,
): Resource => ({
	...face,
	operations: Object.values(operations).sort(
		(a, b) => rankOf(a, face.usual) - rankOf(b, face.usual) || a.name.localeCompare(b.name),
	),
});
