import type { IExecuteFunctions } from 'n8n-workflow';

import { nodeContext } from './identity';

/** Stored with the execution: it must not change. */
const NAME = 'messagingServiceSent';

export function sentCount(context: IExecuteFunctions) {
	const kept = nodeContext(context);
	const get = (): number => {
		const count: unknown = kept[NAME];
		return typeof count === 'number' && count >= 0 ? count : 0;
	};
	return {
		get,
		add: (more: number): void => {
			kept[NAME] = get() + more;
		},
	};
}
