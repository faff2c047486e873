import type { IDataObject } from 'n8n-workflow';

import type { Entry } from '../../simulator/http/journal';
import type { Service } from '../../simulator/service/service';
import type { FaultySet } from './generators/faults';
import { labelOf } from './labels';
import { runAll, SEED, type ParameterSet, type Subject } from './sets';

/** What holds of every operation. */

const MOST_SHOWN = 5;

/** A failure names its seed and shows the first few sets that failed. */
export function expectNone(failures: readonly IDataObject[]): void {
	expect({ seed: SEED, count: failures.length, first: failures.slice(0, MOST_SHOWN) }).toEqual({
		seed: SEED,
		count: 0,
		first: [],
	});
}

export const requestsTo = (service: Service, endpoint: string): Entry[] =>
	service.journal.list().entries.filter((entry) => entry.endpoint === endpoint);

/** Everything but the look-ups of what the account has. */
const sendsTo = (service: Service): Entry[] =>
	service.journal.list().entries.filter(({ method }) => method !== 'GET');

/** Every set goes through, in one request each; what came out for each of them. */
export async function expectAllAccepted(
	subject: Subject,
	service: Service,
	sets: readonly ParameterSet[],
	endpoint: string,
): Promise<IDataObject[][]> {
	const results = await runAll(subject, sets);
	const refused = results.flatMap((outputs, at) =>
		outputs.some((output) => 'error' in output)
			? [{ set: at, parameters: sets[at]?.parameters, outputs }]
			: [],
	);
	expect({
		seed: SEED,
		'refused although the documentation allows it': refused.length,
		first: refused.slice(0, MOST_SHOWN),
	}).toEqual({ seed: SEED, 'refused although the documentation allows it': 0, first: [] });
	// The simulator judges by the documentation alone.
	const requests = requestsTo(service, endpoint);
	const forbidden = requests.filter(({ outcome }) => outcome !== 'accepted');
	expect({ 'sent although the documentation forbids it': forbidden.length, forbidden }).toEqual({
		'sent although the documentation forbids it': 0,
		forbidden: [],
	});
	expect(requests).toHaveLength(sets.length);
	return results;
}

/** How many bytes of a body the simulator keeps. */
const KEPT = 10_000;

/** What the service got is what was given: each request is found by the reference that came out. */
export function expectUnchanged(
	service: Service,
	endpoint: string,
	sent: readonly { parameters: IDataObject; reference: unknown; wire: IDataObject }[],
	/** Takes out of a body what the node may choose. */
	plain: (body: unknown) => unknown = (body) => body,
): void {
	const byReference = new Map(requestsTo(service, endpoint).map((entry) => [entry.ref_no, entry]));
	expectNone(
		sent.flatMap(({ parameters, reference, wire }) => {
			const entry = byReference.get(String(reference));
			const isSame = entry !== undefined && isSameBody(entry, wire, plain);
			return isSame ? [] : [{ parameters, expected: wire, got: entry?.body }];
		}),
	);
}

function isSameBody(entry: Entry, wire: IDataObject, plain: (body: unknown) => unknown): boolean {
	const expected = JSON.stringify(wire);
	if (entry.bodyBytes <= KEPT)
		return sorted(plain(JSON.parse(entry.body))) === sorted(JSON.parse(expected));
	// Of a long body the journal keeps the beginning.
	const bytes = Buffer.from(expected);
	const beginning = bytes.subarray(0, KEPT).toString('utf8');
	return entry.bodyBytes === bytes.length && entry.body === beginning;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON in which the order of the names does not count. */
const sorted = (value: unknown): string =>
	JSON.stringify(value, (_, inner: unknown) =>
		isRecord(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	);

/** What fills a template is named by its place in the template. */
const TEMPLATE_LABELS = new Set(['Template Fields', 'Parameters JSON']);
const TEMPLATE_FIELD = /^(?:\{\{\w+\}\}|Button \d+|Header (?:Image|Document) URL) /;

/** An error begins with the label: as its subject, or before a colon if the value is. */
const isAbout = (told: string, label: string): boolean =>
	[`${label} `, `${label}: `, `The field ${label} `].some((start) => told.startsWith(start)) ||
	(TEMPLATE_LABELS.has(label) && TEMPLATE_FIELD.test(told));

/** Each faulty set is refused by the name of its field, before anything goes out. */
export async function expectAllRefused(
	subject: Subject,
	service: Service,
	sets: readonly FaultySet[],
): Promise<void> {
	const { resource, operation } = subject;
	const results = await runAll(subject, sets);
	const failures = results.flatMap((outputs, at) => {
		const set = sets[at];
		if (set === undefined) return [];
		const label = labelOf(resource, operation, set.at);
		const told = outputs[0]?.error;
		const isRefused = outputs.length === 1 && typeof told === 'string' && isAbout(told, label);
		return isRefused ? [] : [{ fault: set.fault, label, parameters: set.parameters, outputs }];
	});
	const kinds: Record<string, number> = {};
	for (const { fault } of failures) kinds[fault] = (kinds[fault] ?? 0) + 1;
	expect({ seed: SEED, kinds, first: failures.slice(0, MOST_SHOWN) }).toEqual({
		seed: SEED,
		kinds: {},
		first: [],
	});
	expect({ 'sent although the documentation forbids it': sendsTo(service).length }).toEqual({
		'sent although the documentation forbids it': 0,
	});
}
