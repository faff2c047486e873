import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { systemClock, type Clock } from './pace';
import type { CheckedItem } from './itemState';
import { keptWith } from './n8n';

/** How many messages count toward Max Messages per Execution. */
export interface Tally {
	sent: () => number;
	/** Takes a negative number for messages that did not leave. */
	add: (messages: number) => void;
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** What each tool sent within the last hour. It counts by the minute, so that many messages need little memory. */
export class LastHour {
	private readonly tools = new Map<string, Map<number, number>>();

	constructor(private readonly clock: Pick<Clock, 'now'> = systemClock) {}

	of(tool: string): Tally {
		const minute = Math.floor(this.clock.now() / MINUTE_MS);
		return {
			sent: () => [...this.minutesOf(tool).values()].reduce((sum, one) => sum + one, 0),
			add: (messages) => {
				const minutes = this.minutesOf(tool);
				this.tools.set(tool, minutes);
				minutes.set(minute, Math.max(0, (minutes.get(minute) ?? 0) + messages));
			},
		};
	}

	private minutesOf(tool: string): Map<number, number> {
		const oldest = Math.floor((this.clock.now() - HOUR_MS) / MINUTE_MS);
		for (const [other, minutes] of this.tools) {
			for (const minute of minutes.keys()) if (minute < oldest) minutes.delete(minute);
			if (minutes.size === 0) this.tools.delete(other);
		}
		return this.tools.get(tool) ?? new Map<number, number>();
	}
}

const lastHour = new LastHour();

const count = z.number().min(0).catch(0);

/** Counts the messages of the execution, or of the last hour in this process where each call is on its own. */
export function talliesOf(context: IExecuteFunctions, isOnItsOwn: boolean) {
	const kept = keptWith(context);
	const sent = () => count.parse(kept.messagingServiceSent);
	const ofExecution: Tally = {
		sent,
		add: (messages) => {
			kept.messagingServiceSent = sent() + messages;
		},
	};
	return ({ operation, prepared: { account } }: CheckedItem): Tally => {
		if (!isOnItsOwn) return ofExecution;
		const id = context.getNode().credentials?.[account.credential]?.id;
		return lastHour.of(JSON.stringify([account.credential, id, operation.action]));
	};
}
