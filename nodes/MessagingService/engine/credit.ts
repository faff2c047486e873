import type { IExecuteFunctions } from 'n8n-workflow';

import { isExpired, whatsappCredit, type WhatsappCredit } from '../../service';
import { ask, type FactsSource } from './facts';
import { isChecked, isValidateOnly, type CheckedItem, type ItemState } from './itemState';
import { usedKeys, type Sends } from './messages';
import { cancelSignal } from './n8n';
import type { Failure } from './outcome';
import type { CreditAfter } from './output';

/** The option Check Credit First: a list that costs more than the balance is not begun. */

const balance: FactsSource<WhatsappCredit> = {
	request: { method: 'GET', path: '/balance' },
	answer: whatsappCredit,
};

interface Readable {
	left: number;
	words: string;
}

const NOT_COVERED =
	'The WhatsApp credit does not cover the list up to this message, so with Check Credit First nothing of it would be sent';

const refused = (what: string, advice: string): Failure => ({
	...{ fate: 'notSent', isOfAll: true, what, advice },
});

const hasCheck = (state: ItemState): state is CheckedItem =>
	isChecked(state) &&
	state.prepared.common.checkCredit &&
	state.prepared.plan.credits !== undefined;

const unread = ({ what, advice }: Failure): Failure =>
	refused(
		`The WhatsApp balance could not be read, so nothing was sent: ${what}`,
		`${advice} To send without this check, remove the option Check Credit First.`,
	);

/** Reads the balance once, if one of the items has the option. */
async function readCredit(
	context: IExecuteFunctions,
	states: readonly ItemState[],
): Promise<Readable | Failure | undefined> {
	const first = states.find(hasCheck);
	if (!first) return undefined;
	const asked = await ask(first.prepared.account, balance, cancelSignal(context));
	if (!asked.ok) return unread(asked);
	const { wa_balance: left, wa_expired_date: until } = asked.facts;
	return until && isExpired(until, Date.now())
		? { left: 0, words: `the balance expired on ${until}` }
		: { left, words: `${left} ${left === 1 ? 'is' : 'are'} left` };
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

type Items = readonly (readonly [item: number, state: CheckedItem])[];

const costOf = (items: Items): number =>
	items.reduce((sum, [, { prepared }]) => sum + (prepared.plan.credits ?? 0), 0);

/** A message whose key was used before does not leave again, so it costs nothing. */
async function refusalOf(context: IExecuteFunctions, all: Items, { left, words }: Readable) {
	if (costOf(all) <= left) return undefined;
	const used = await usedKeys(context, all);
	const unsent = all.filter(([item]) => used.get(item) !== true);
	const cost = costOf(unsent);
	if (cost <= left || unsent.length === 0) return undefined;
	return refused(
		`${counted(unsent.length, 'message')} would cost ${counted(cost, 'WhatsApp credit')}, and ${words}`,
		'Top up or extend the credit in the service’s web application, or send fewer messages. Then run again.',
	);
}

/** Refuses all sends if the balance does not cover them. */
export const covered =
	(context: IExecuteFunctions) =>
	async (sends: Sends): Promise<ReadonlyMap<number, Failure>> => {
		const all: Items = [...sends].map(([item, { state }]) => [item, state] as const);
		const credit = await readCredit(
			context,
			all.map(([, state]) => state),
		);
		const refusal =
			credit && 'what' in credit ? credit : credit && (await refusalOf(context, all, credit));
		return new Map(refusal ? all.map(([item]) => [item, refusal]) : []);
	};

/** What is left after each item. */
export async function creditAfter(
	context: IExecuteFunctions,
	states: readonly ItemState[],
	used: ReadonlyMap<number, boolean>,
): Promise<CreditAfter[]> {
	const credit = await readCredit(context, states.filter(isValidateOnly));
	if (!credit) return [];
	if ('what' in credit) return states.map(() => ({ warning: credit.what }));
	let { left } = credit;
	return states.map((state, item) => {
		if (isChecked(state) && used.get(item) !== true) left -= costOf([[item, state]]);
		// Fractions of credits would add up to many digits.
		const balance = Number(left.toFixed(6));
		return balance < 0 ? { balance, warning: `${NOT_COVERED} (${credit.words})` } : { balance };
	});
}
