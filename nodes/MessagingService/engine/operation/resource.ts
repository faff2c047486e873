import type { CredentialName } from '../../../service';
import type { Operation } from './definition';

/** Operations that belong together, as a person picks them. */
export interface Resource {
	value: string;
	name: string;
	/** When to choose it: shown below its name in the list. */
	description: string;
	credential: CredentialName;
	/** The operation that a person most likely wants: the default. */
	usual: string;
	/** Its messages reach any number, so n8n's review of an agent's tools goes by it. */
	reviews?: true;
	operations: Operation[];
}

/** A resource with all operations that its folder exports, ordered by name. */
export const resource = (
	operations: Readonly<Record<string, Operation>>,
	face: Omit<Resource, 'operations'>,
): Resource => ({
	...face,
	operations: Object.values(operations).sort((a, b) => a.name.localeCompare(b.name)),
});
