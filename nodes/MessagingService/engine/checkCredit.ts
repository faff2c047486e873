import type { IExecuteFunctions } from 'n8n-workflow';

import { quoted } from '../../plain';
import { BALANCE_REQUEST, daysUntil, whatsappCredit } from '../../service';
import { ask } from './facts';
import { costOf, type CheckedItem } from './itemState';
import type { Failure } from './outcome';

const balance = { request: BALANCE_REQUEST, answer: whatsappCredit };

const refusal = (what: string, advice: string): Failure => ({
	fate: 'notSent',
	isOfAll: true,
	what,
	advice,
});

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

const KEYS_COUNT =
	'Messages whose Send Once Key or Campaign was used before count too, though they would not be sent: remove them from the list, or remove Check Credit First. ';

/**
 * The option Check Credit First: why a list that costs more than the balance is not begun. A used key is not looked up,
 * since n8n’s database cannot be read without writing.
 */
export async function shortfallOf(
	context: IExecuteFunctions,
	all: readonly CheckedItem[],
): Promise<Failure | undefined> {
	const sends = all.filter(({ repeatOf }) => repeatOf === undefined);
	const first = sends.find(({ prepared }) => prepared.common.checkCredit);
	if (first?.prepared.plan.credits === undefined) return undefined;
	const cancelled = context.getExecutionCancelSignal();
	const asked = await ask(first.prepared.account, balance, { cancelled });
	if (!asked.ok) {
		const what = `The WhatsApp balance could not be read, so nothing was sent: ${asked.what}`;
		const advice = `${asked.advice} To send without this check, remove the option Check Credit First.`;
		return refusal(what, advice);
	}
	const { wa_balance: balanceLeft, wa_expired_date: until } = asked.facts;
	const hasExpired = Boolean(until) && daysUntil(until ?? '', Date.now()) < 0;
	const left = hasExpired ? 0 : balanceLeft;
	const cost = costOf(sends);
	if (cost <= left) return undefined;
	const leftWords = hasExpired
		? `the balance expired on ${quoted(until ?? '')}`
		: `${left} ${left === 1 ? 'is' : 'are'} left`;
	const hasKeys = sends.some(({ prepared }) => prepared.common.sendOnceKey !== undefined);
	return refusal(
		`${counted(sends.length, 'message')} would cost ${counted(cost, 'WhatsApp credit')}, and ${leftWords}`,
		`${hasKeys ? KEYS_COUNT : ''}Top up or extend the credit in the service’s web application, or send fewer messages. Then run again.`,
	);
}
