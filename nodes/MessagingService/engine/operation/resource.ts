import type { CredentialName } from '../../../service';
import type { Operation } from './definition';

export interface Resource {
	value: string;
	name: string;
	description: string;
	builderHint?: string;
	credential: CredentialName;
	/** The default operation. */
	usual: string;
	/** The resource by which n8n's review of an agent's tools asks, since its messages reach any number. */
	reviews?: true;
	operations: Operation[];
}

/** The usual operation comes first, then those that send, then those that read. */
const rankOf = ({ value, effect }: Operation, usual: string): number =>
	value === usual ? 0 : effect === 'send' ? 1 : 2;

/** A resource with all operations that its folder exports, in the order in which people need them. */
export const resource = (
	operations: Readonly<Record<string, Operation>>,
	face: Omit<Resource, 'operations'>,
): Resource => ({
	...face,
	operations: Object.values(operations).sort(
		(a, b) => rankOf(a, face.usual) - rankOf(b, face.usual) || a.name.localeCompare(b.name),
	),
});
