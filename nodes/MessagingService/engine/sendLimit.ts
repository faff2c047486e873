import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

import type { PlannedSend } from './messages';
import { keptWith } from './n8n';
import { failed, type Outcome } from './outcome';
import type { CheckedItem } from './itemState';

const limitReached = (most: number): Outcome =>
	failed({
		what: `Max Messages per Execution allows ${most}, and this message would exceed that`,
		advice: 'Do not try again in this execution. To send more, raise the option.',
		sent: 'no',
	});

const count = z.number().min(0).catch(0);

/** Messages are counted before they leave, so that two tool calls at the same time cannot both send the last one. */
export function reserve(context: IExecuteFunctions, sends: ReadonlyMap<number, PlannedSend>) {
	const kept = keptWith(context);
	const sent = () => count.parse(kept.messagingServiceSent);
	const beyond = new Map<number, Outcome>();
	const reserved: CheckedItem[] = [];
	const isLimited = [...sends.values()].some(
		({ state }) => state.prepared.common.mostMessages !== undefined,
	);
	for (const [item, { state }] of isLimited ? sends : []) {
		const { mostMessages } = state.prepared.common;
		if (mostMessages !== undefined && sent() >= mostMessages) {
			beyond.set(item, limitReached(mostMessages));
			continue;
		}
		kept.messagingServiceSent = sent() + 1;
		reserved.push(state);
	}
	return {
		beyond,
		settle: (): void => {
			const unsent = reserved.filter(({ output, failure }) =>
				failure === undefined ? output === undefined : failure.sent === 'no',
			);
			if (isLimited) kept.messagingServiceSent = sent() - unsent.length;
		},
	};
}
