import type { IExecuteFunctions } from 'n8n-workflow';

import { quoted } from '../../plain';
import { BALANCE_REQUEST, isExpired, whatsappCredit } from '../../service';
import { ask, USUAL } from './facts';
import { costOf, type ItemState, type Send } from './itemState';
import { usedKeys } from './messages';
import { cancelSignal } from './n8n';
import type { Failure } from './outcome';
import type { Credit } from './output';
import { mayLeave } from './register';

/** The option Check Credit First: a list that costs more than the balance is not begun. */

const balance = { request: BALANCE_REQUEST, answer: whatsappCredit };

const refusal = (what: string, advice: string): Failure => ({
	fate: 'notSent',
	isOfAll: true,
	what,
	advice,
});

/** Reads the balance once, if one of the items has the option. */
export async function readCredit(
	context: IExecuteFunctions,
	states: readonly ItemState[],
): Promise<Credit | undefined> {
	const first = states.find(({ prepared }) => prepared?.common.checkCredit);
	if (first?.prepared?.plan.credits === undefined) return undefined;
	const asked = await ask(first.prepared.account, balance, {
		...USUAL,
		cancelled: cancelSignal(context),
	});
	if (!asked.ok) {
		const what = `The WhatsApp balance could not be read, so nothing was sent: ${asked.what}`;
		const advice = `${asked.advice} To send without this check, remove the option Check Credit First.`;
		return { ok: false, failure: refusal(what, advice) };
	}
	const { wa_balance: left, wa_expired_date: until } = asked.facts;
	return until && isExpired(until, Date.now())
		? { ok: true, left: 0, words: `the balance expired on ${quoted(until)}` }
		: { ok: true, left, words: `${left} ${left === 1 ? 'is' : 'are'} left` };
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** Refuses all sends if the balance does not cover them. */
export const covered =
	(context: IExecuteFunctions) =>
	async (sends: readonly Send[]): Promise<ReadonlyMap<number, Failure>> => {
		const failure = await shortfall(context, sends, await readCredit(context, sends));
		return new Map(failure ? sends.map(({ item }) => [item, failure]) : []);
	};

/** A message whose key was used before does not leave again, so it costs nothing. */
async function shortfall(
	context: IExecuteFunctions,
	all: readonly Send[],
	credit: Credit | undefined,
) {
	if (!credit?.ok) return credit?.failure;
	if (costOf(all) <= credit.left) return undefined;
	const used = await usedKeys(context, all);
	const unsent = all.filter(({ item }) => mayLeave(used.get(item)));
	const cost = costOf(unsent);
	if (cost <= credit.left || unsent.length === 0) return undefined;
	return refusal(
		`${counted(unsent.length, 'message')} would cost ${counted(cost, 'WhatsApp credit')}, and ${credit.words}`,
		'Top up or extend the credit in the service’s web application, or send fewer messages. Then run again.',
	);
}
