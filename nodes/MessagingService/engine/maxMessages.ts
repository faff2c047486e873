import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

import type { Send } from './itemState';
import { isCallOnItsOwn, keptWith } from './n8n';
import type { Failure } from './outcome';
import { systemClock, type Clock } from './pace';

const HOUR_MS = 60 * 60_000;

/** What each tool sent within the last hour. */
export class LastHour {
	private sends: { tool: string; at: number }[] = [];

	constructor(private readonly clock: Pick<Clock, 'now'> = systemClock) {}

	/** The tally of one message, and how many messages were counted with it. */
	of(tool: string) {
		const send = { tool, at: this.clock.now() };
		return {
			sent: () => {
				this.sends = this.sends.filter(({ at }) => at > this.clock.now() - HOUR_MS);
				return this.sends.filter((one) => one.tool === tool).length;
			},
			count: (times: number) => {
				this.sends = this.sends.filter((one) => one !== send);
				if (times > 0) this.sends.push(send);
			},
		};
	}
}

const lastHour = new LastHour();

const count = z.number().min(0).catch(0);

/** Counts for the execution, or for the last hour in this process if each call is on its own. */
function tallyOf(context: IExecuteFunctions, { operation, prepared: { account } }: Send) {
	if (isCallOnItsOwn(context)) {
		const id = context.getNode().credentials?.[account.credential]?.id;
		return lastHour.of(JSON.stringify([account.credential, id, operation.action]));
	}
	const kept = keptWith(context);
	const sent = () => count.parse(kept.messagingServiceSent);
	let own = 0;
	return {
		sent,
		count: (times: number) => {
			kept.messagingServiceSent = sent() - own + times;
			own = times;
		},
	};
}

const limitReached = (most: number, isWithinHour: boolean): Failure => ({
	fate: 'notSent',
	what: `Max Messages allows ${most}${isWithinHour ? ' within an hour' : ''}, and this message would exceed that`,
	advice:
		'Stop here, and tell the person who built the workflow to raise the option if more should be sent.',
});

/**
 * The option Max Messages. Messages are counted before they leave, so that two tool calls at the same time cannot
 * both send the last one.
 * @returns whether there are more than it allows
 */
export function limitMessages(context: IExecuteFunctions, sends: readonly Send[]): boolean {
	if (sends.every(({ prepared }) => prepared.common.mostMessages === undefined)) return false;
	let isExceeded = false;
	for (const send of sends) {
		const { mostMessages = Infinity } = send.prepared.common;
		const tally = tallyOf(context, send);
		if (tally.sent() >= mostMessages) {
			isExceeded = true;
			send.life.end(limitReached(mostMessages, isCallOnItsOwn(context)));
		} else send.life.countBy(tally);
	}
	return isExceeded;
}
