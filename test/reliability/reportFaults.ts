import { ITEMS, type Row, type Standing } from './faultRun';
import { folded, range, shortened, table } from './markdown';
import { GET_STATUS, SEND_TEXT } from './operations';
import { nameOf } from './settings';

/** The tables of the faults. Pure. */

const LONGEST_WORDS = 230;

function grouped<T>(all: readonly T[], key: (one: T) => string): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const one of all) groups.set(key(one), [...(groups.get(key(one)) ?? []), one]);
	return groups;
}

const met = (rows: readonly Row[]) => {
	const good = rows.filter(({ wrong }) => wrong.length === 0).length;
	return good === rows.length ? `${good} of ${rows.length}` : `**${good} of ${rows.length}**`;
};

/** Accepted by the service, then what the person is told: sent, not sent, unknown. */
function told(standings: readonly Standing[]): string {
	const of = (key: 'accepted' | 'sent' | 'notSent' | 'unknown') =>
		range(standings.map((one) => one[key]));
	return `${of('accepted')} → ${of('sent')} · ${of('notSent')} · ${of('unknown')}`;
}

const retriesOf = (rows: readonly Row[]) => rows.flatMap(({ afterRetry }) => afterRetry ?? []);

const twiceOf = (rows: readonly Row[]) =>
	String(
		rows.reduce(
			(sum, { first, afterRetry }) => sum + Math.max(first.twice, afterRetry?.twice ?? 0),
			0,
		),
	);

/** The words that were read most often, without the place of their item and the counts, which differ. */
function wordsOf(rows: readonly Row[]): string {
	const all = rows.flatMap(({ words }) => words ?? []);
	const texts = all.map(({ message, description }) =>
		`${message.replace(/^Item \d+ of \d+ \(index \d+\): /, '')}. ${description}`.replace(
			/ Of \d+ items.*$/,
			'',
		),
	);
	const [most] = [...grouped(texts, (text) => text).values()].sort((a, b) => b.length - a.length);
	return most?.[0] === undefined ? 'Nothing failed' : shortened(most[0], LONGEST_WORDS);
}

const onStop = ({ settings }: Row) => settings.onError === 'stopWorkflow';

function summary(rows: readonly Row[]): string {
	return table(
		['Fault', 'Met', 'Twice', 'Stop', 'Continue', 'After Retry', 'What a person reads'],
		[...grouped(rows, ({ fault }) => fault)].map(([fault, ofFault]) => {
			const retried = retriesOf(ofFault);
			return [
				fault,
				met(ofFault),
				twiceOf(ofFault),
				told(ofFault.filter(onStop).map(({ first }) => first)),
				told(ofFault.filter((row) => !onStop(row)).map(({ first }) => first)),
				retried.length === 0 ? 'nothing to retry' : told(retried),
				wordsOf(ofFault),
			];
		}),
	);
}

const full = (rows: readonly Row[]) =>
	table(
		[
			'Fault',
			'On Error, Retry On Fail',
			'Ended as',
			'Requests',
			'Accepted',
			'Told sent',
			'Told not sent',
			'Told unknown',
			'Accepted twice',
			'After Retry: accepted',
			'After Retry: twice',
			'Met',
		],
		rows.map(({ fault, settings, first, afterRetry, wrong }) => [
			fault,
			nameOf(settings),
			first.status,
			...[
				first.requests,
				first.accepted,
				first.sent,
				first.notSent,
				first.unknown,
				first.twice,
			].map(String),
			afterRetry === undefined ? '' : String(afterRetry.accepted),
			afterRetry === undefined ? '' : String(afterRetry.twice),
			wrong.length === 0 ? 'yes' : `**no**: ${wrong.join('; ')}`,
		]),
	);

const readRow = ({ fault, settings, first, afterRetry, wrong, words }: Row) => [
	fault,
	nameOf(settings),
	first.status,
	String(first.requests),
	String(first.sent),
	afterRetry === undefined ? '' : `${afterRetry.status}, ${afterRetry.sent}`,
	wrong.length === 0 ? 'yes' : `**no**: ${wrong.join('; ')}`,
	words === undefined ? '' : shortened(`${words.message}. ${words.description}`, LONGEST_WORDS),
];

const fullReads = (rows: readonly Row[]) =>
	table(
		[
			'Fault',
			'On Error, Retry On Fail',
			'Ended as',
			'Requests',
			'Items with data',
			'After Retry',
			'Met',
			'What a person reads',
		],
		rows.map(readRow),
	);

function readSummary(rows: readonly Row[]): string {
	return table(
		['Fault', 'Met', 'Requests', 'Items with data', 'What a person reads'],
		[...grouped(rows, ({ fault }) => fault)].map(([fault, ofFault]) => [
			fault,
			met(ofFault),
			range(ofFault.map(({ first }) => first.requests)),
			range(ofFault.map(({ first }) => first.sent)),
			wordsOf(ofFault),
		]),
	);
}

export function faultSections(rows: readonly Row[]): string {
	return [...grouped(rows, ({ operation }) => operation)]
		.flatMap(([operation, ofOperation]) => {
			const reads = operation === GET_STATUS.name;
			const runs = `Every run (${ofOperation.length})`;
			return [
				`### ${operation}`,
				operation === SEND_TEXT.name
					? `${ITEMS} items. Stop and Continue: messages that the service accepted → messages that the person is told were sent · not sent · unknown (each of these is named). Continue stands for both of its kinds. After Retry: the same, once the fault was gone and Retry was pressed in the list of executions, which n8n offers for those that failed. Ranges span the settings.`
					: reads
						? `${ITEMS} items. A read is repeated by itself; it sends nothing, so that it may be.`
						: 'The same, for some kinds of fault.',
				reads ? readSummary(ofOperation) : summary(ofOperation),
				folded(runs, reads ? fullReads(ofOperation) : full(ofOperation)),
			];
		})
		.join('\n\n');
}
