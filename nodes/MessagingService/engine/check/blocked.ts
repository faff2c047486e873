import { phoneNumber, withoutOldPrefix } from '../../../service';
import { wrong, type CommonOptions, type Plan, type Problem, type Wrong } from '../operation';
import { nameOf } from '../itemState';

/** The option Blocked Numbers. It is read as Send reads a number, so that it holds however a number is written. */

const LABEL = 'Blocked Numbers';

const NO_LIST = 'must be a list of phone numbers, such as 628000000001, 628000000002';

const noNumber = (at: number) =>
	`has no number in entry ${at + 1}: check the name of the column. If the table may be empty, leave out the item without a row, as with .filter((item) => item.json.id)`;

const ONE_EACH =
	'has another number for each item, so most would get the message: give all numbers to each item, as with $("Stop list").all().map((row) => row.json.number)';

export const isOneEach = ({ what }: Problem): boolean => what === ONE_EACH;

/** A list may have an entry without a value, which a text cannot. */
function entriesOf(given: unknown): unknown[] {
	const list: unknown[] = Array.isArray(given) ? given : [given];
	return list.flatMap((one) => {
		if (typeof one !== 'string') return [one];
		const parts = one.split(/[,;\n]/).filter((part) => part.trim() !== '');
		return parts.length > 0 ? parts : [undefined];
	});
}

/** The ID of a hidden number or a group, as a trigger may have stored it. No number that is dialed can be it. */
const DIALED_BY_NOBODY = /@(?:lid|g\.us)\s*$/i;

type Blocked = ReadonlySet<string> | Wrong;

/** A number with two readings is blocked in both. */
function readAll(entries: readonly unknown[], countryCode?: string, login?: string): Blocked {
	const blocked = new Set<string>();
	for (const [at, entry] of entries.entries()) {
		if (entry === undefined || entry === null) return wrong(LABEL, noNumber(at));
		if (typeof entry !== 'string' && typeof entry !== 'number') return wrong(LABEL, NO_LIST);
		if (DIALED_BY_NOBODY.test(String(entry))) continue;
		const read = phoneNumber(String(entry), countryCode, login);
		if (!read.ok) return wrong(LABEL, read.what);
		for (const digits of [read.digits, read.other ?? []].flat()) {
			blocked.add(withoutOldPrefix(digits));
		}
	}
	return blocked;
}

/** All items mostly have the same list, and reading a number takes long. So the list before is kept. */
export function blockedNumbers() {
	let last: { entries: unknown[]; countryCode?: string | undefined; read: Blocked } = {
		entries: [],
		read: new Set(),
	};
	let only: unknown;
	return ({ message }: Plan, { blockedNumbers: given }: CommonOptions): boolean | Wrong => {
		if (given === undefined || !message?.recipient || !message.dialed) return false;
		const { countryCode, login } = message.dialed;
		const entries = entriesOf(given);
		if (entries.length === 1) {
			only ??= entries[0];
			if (entries[0] !== only) return wrong(LABEL, ONE_EACH);
		}
		if (
			last.countryCode !== countryCode ||
			last.entries.length !== entries.length ||
			last.entries.some((entry, at) => entry !== entries[at])
		) {
			last = { entries, countryCode, read: readAll(entries, countryCode, login) };
		}
		const { read } = last;
		return 'problems' in read ? read : read.has(withoutOldPrefix(nameOf(message.recipient) ?? ''));
	};
}
