import { list, range, shortened, table } from '../docs/markdown';
import { ITEMS } from './faultRun';
import { GET_STATUS, SEND_TEXT } from './operations';
import type { Kind, Run, Standing } from './results';

/** The tables of the faults. Pure. */

const LONGEST_WORDS = 170;

const met = ({ runs }: Kind) => {
	const good = runs.filter(({ wrong }) => wrong.length === 0).length;
	return good === runs.length ? `${good} of ${runs.length}` : `**${good} of ${runs.length}**`;
};

const counted = (values: readonly (number | null)[]) => values.filter((value) => value !== null);

const rangeOf = (standings: readonly Standing[], of: (one: Standing) => number | null) =>
	range(counted(standings.map(of)));

/** Accepted by the service, then what the person is told: sent, not sent, unknown. */
const told = (standings: readonly Standing[]) =>
	`${rangeOf(standings, (one) => one.accepted)} → ${rangeOf(standings, (one) => one.toldSent)} · ${rangeOf(standings, (one) => one.toldNotSent)} · ${rangeOf(standings, (one) => one.toldUnknown)}`;

const retriesOf = (runs: readonly Run[]) => runs.flatMap(({ afterRetry }) => afterRetry ?? []);

export const acceptedTwiceIn = ({ first, afterRetry }: Run) =>
	Math.max(first.acceptedTwice ?? 0, afterRetry?.acceptedTwice ?? 0);

const onStop = ({ onError }: Run) => onError === 'stopWorkflow';

const twice = ({ runs }: Kind) => String(runs.reduce((sum, run) => sum + acceptedTwiceIn(run), 0));

const afterRetry = ({ runs }: Kind, of: (one: Standing) => number | null) =>
	rangeOf(retriesOf(runs), of) || 'nothing to retry';

const sends = (kinds: readonly Kind[]) =>
	table(
		['Fault', 'Met', 'Twice', 'Stop Workflow', 'Both kinds of Continue', 'Accepted after Retry'],
		kinds.map((kind) => [
			kind.fault,
			met(kind),
			twice(kind),
			told(kind.runs.filter(onStop).map(({ first }) => first)),
			told(kind.runs.filter((run) => !onStop(run)).map(({ first }) => first)),
			afterRetry(kind, (one) => one.accepted),
		]),
	);

/** The same faults once more: whether anything differs is what counts. */
const otherSends = (kinds: readonly Kind[]) =>
	table(
		['Fault', 'Met', 'Twice', 'Accepted after Retry'],
		kinds.map((kind) => [
			kind.fault,
			met(kind),
			twice(kind),
			afterRetry(kind, (one) => one.accepted),
		]),
	);

const reads = (kinds: readonly Kind[]) =>
	table(
		['Fault', 'Met', 'Requests', 'Items with data', 'Items with data after Retry'],
		kinds.map((kind) => {
			const firsts = kind.runs.map(({ first }) => first);
			return [
				kind.fault,
				met(kind),
				rangeOf(firsts, (one) => one.requests),
				rangeOf(firsts, (one) => one.toldSent),
				afterRetry(kind, (one) => one.toldSent),
			];
		}),
	);

/** Without what the service had answered, which says little to a reader here. */
const withoutAnswer = (text: string) => text.replace(/: \{.*?(?=\. (?:It|The) )/, ': {…}');

/** Each text once, with the faults that lead to it. */
function words(kinds: readonly Kind[]): string {
	const faultsOf = new Map<string, string[]>();
	for (const { fault, reads: text } of kinds) {
		if (text === null) continue;
		const short = shortened(withoutAnswer(text), LONGEST_WORDS);
		faultsOf.set(short, [...(faultsOf.get(short) ?? []), fault]);
	}
	return list([...faultsOf].map(([text, faults]) => `**${faults.join('; ')}**: ${text}`));
}

const SEND_NOTE = `${ITEMS} items. The columns of On Error: messages that the service accepted → messages that the person is told were sent · not sent · unknown (each of these is named). After Retry: how many were accepted once the fault was gone and Retry was pressed in the list of executions, which n8n offers for those that failed. Ranges span the settings.`;
const READ_NOTE = `${ITEMS} items. Reading a status sends nothing, so the node repeats it by itself.`;

function section(operation: string, kinds: readonly Kind[]): string {
	const [note, rows] =
		operation === SEND_TEXT.name
			? [SEND_NOTE, sends(kinds)]
			: operation === GET_STATUS.name
				? [READ_NOTE, reads(kinds)]
				: ['The same, for some faults.', otherSends(kinds)];
	return [`### ${operation}`, note, rows].join('\n\n');
}

export function faultSections(kinds: readonly Kind[]): string {
	const of = (operation: string) => kinds.filter((kind) => kind.operation === operation);
	const operations = [...new Set(kinds.map(({ operation }) => operation))];
	return [
		...operations.map((operation) => section(operation, of(operation))),
		`### What a person reads (${SEND_TEXT.name})`,
		'Most often, without the place of the item; a fault that is not listed made nothing fail.',
		words(of(SEND_TEXT.name)),
	].join('\n\n');
}
