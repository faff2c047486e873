import type { IDataObject } from 'n8n-workflow';

import type { Item, Told } from './node';

/** The number of an item that fails the check. */
export const NOBODY = 'nobody';

interface Accepted {
	leftAt: number;
	text: string;
}

/** What the service got. Everything that a node run tells is held against it. */
export class Truth {
	private readonly byNumber = new Map<string, Accepted[]>();
	private readonly byKey = new Map<string, number>();
	private readonly byItem = new Set<string>();
	/** Until when it was said of a number that nothing was sent to it. */
	private readonly saidNo = new Map<string, number>();
	readonly bad = new Set<string>();
	/** Used keys that were told with a number to which their message did not go. */
	othersNumbers = 0;

	constructor(private readonly now: () => number) {}

	accept({ id, to, text, key }: Item, leftAt: number): void {
		const before = this.byNumber.get(to) ?? [];
		const times = (key === undefined ? 0 : (this.byKey.get(key) ?? 0)) + 1;
		if (before.length > 0 || times > 1) this.bad.add(`twice: ${key ?? to}`);
		if ((this.saidNo.get(to) ?? 0) > leftAt) this.bad.add(`false no: ${to}, under way`);
		this.byNumber.set(to, [...before, { leftAt, text }]);
		this.byItem.add(id);
		if (key !== undefined) this.byKey.set(key, times);
	}

	/** Holds all that a run tells of these items against what was accepted. */
	judge(items: readonly Item[], told: Told): void {
		if ('error' in told) this.judgeError(items, told.error);
		else
			for (const [at, item] of items.entries()) this.judgeItem(item, told.output[at]?.json ?? {});
	}

	/** Of an item that is wrong now, nobody knows the number. */
	has = ({ id, to, key }: Item): boolean =>
		(to === NOBODY ? this.byItem.has(id) : this.byNumber.has(to)) ||
		(key !== undefined && this.byKey.has(key));

	private judgeItem(item: Item, { was_sent: wasSent, ...json }: IDataObject): void {
		if (wasSent === 'no') this.deny(item, 'item');
		if (wasSent === 'yes' && !this.has(item)) this.bad.add(`false sent: ${item.to}, yes`);
		if (json.error !== undefined) return;
		const { send_once_key: key, destination, text } = json;
		const sent = typeof destination === 'string' ? this.byNumber.get(destination) : undefined;
		if (typeof key === 'string' && this.byKey.has(key)) {
			// A key does not tell whom its message went to, and is told with the number of its item.
			if (typeof destination === 'string' && sent === undefined) this.othersNumbers++;
		} else if (sent === undefined && (destination !== undefined || !this.byItem.has(item.id))) {
			this.bad.add(
				`false sent: ${String(destination)}, ${json.already_sent === true ? 'already' : 'now'}`,
			);
		} else if (typeof text === 'string' && sent?.every((one) => one.text !== text)) {
			this.bad.add(`false text: ${item.to}`);
		}
	}

	private judgeError(
		items: readonly Item[],
		{ message, description }: Error & { description?: string | null },
	): void {
		const words = `${message}. ${description ?? ''}`;
		const isOne = items.length === 1;
		const count = (counted: RegExp, ofOne: RegExp) =>
			isOne ? Number(ofOne.test(words)) : Number(counted.exec(words)?.[1] ?? 0);
		const accepted = count(/(\d+) (?:was|were) accepted/, /The message was accepted|sent it, and/);
		const maybe = count(/(\d+) may have been sent/, /may have been sent/);
		const sent = items.filter(this.has).length;
		const saysNone = isOne ? /nothing was sent/i : /nothing was sent(?! for this item)/i;
		if (saysNone.test(words) && accepted + maybe === 0) {
			for (const item of items) this.deny(item, 'error');
		}
		if (accepted > sent) this.bad.add(`false sent: tally ${accepted} > ${sent} of ${items[0]?.to}`);
		const isTally = accepted + maybe > 0;
		if (isTally && accepted + maybe < sent) {
			this.bad.add(`false no: tally ${accepted} + ${maybe} < ${sent} of ${items[0]?.to}`);
		}
	}

	private deny(item: Item, where: string): void {
		if (this.has(item)) this.bad.add(`false no: ${item.to}, ${where}`);
		this.saidNo.set(item.to, this.now());
	}
}
