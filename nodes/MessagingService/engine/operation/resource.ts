import type { CredentialName } from '../../../service';
import type { Operation } from './definition';

/** Operations that belong together, as a person picks them. */
export interface Resource {
	value: string;
	name: string;
	description: string;
	builderHint?: string;
	credential: CredentialName;
	/** The operation that a person most likely wants: the default. */
	usual: string;
	/** Its messages reach any number, so n8n's review of an agent's tools goes by it. */
	reviews?: true;
	operations: Operation[];
}

/** The usual one first, then all that send: reading is rarely what a person came for. */
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
