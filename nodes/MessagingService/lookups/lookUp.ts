import { NodeOperationError } from 'n8n-workflow';
import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { ask, openAccount } from '../engine';
import type { FactsSource } from '../engine/operation';

export async function lookUp<Facts>(
	context: ILoadOptionsFunctions,
	source: FactsSource<Facts>,
): Promise<Facts> {
	const account = await openAccount(context, 'messagingServiceApi');
	const asked = await ask(account, source);
	if (asked.ok && asked.facts !== undefined) return asked.facts;
	const { what, advice } = asked.ok
		? {
				what: 'The service responded in a form that it does not document',
				advice: 'Choose By ID instead.',
			}
		: asked.failure;
	throw new NodeOperationError(context.getNode(), `${what}. ${advice}`, { description: advice });
}

export const matching = <Entry extends { name: string }>(
	entries: readonly Entry[],
	filter = '',
): Entry[] =>
	entries.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()));
