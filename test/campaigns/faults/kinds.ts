import type { z } from 'zod';

import type { faultSchema } from '../../simulator/http/faults';
import { lostHost } from '../frame/preload';
import type { Subject } from './subjects';

export interface NodeSettings {
	onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	retryOnFail: boolean;
}

export const EACH_SETTING: readonly NodeSettings[] = (
	['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const
).flatMap((onError) => [false, true].map((retryOnFail) => ({ onError, retryOnFail })));

export const nameOf = ({ onError, retryOnFail }: NodeSettings) =>
	`${onError}${retryOnFail ? ', Retry On Fail' : ''}`;

type Fault = z.input<typeof faultSchema>;

export const REQUEST_TIMEOUT_S = 2;
const TOO_LATE_MS = 4000;

export interface FaultKind {
	name: string;
	/** The node can tell for certain what became of each item: it may call none unknown. */
	certain?: true;
	faults?: (subject: Subject, settings: NodeSettings) => Fault[];
	/** The service stops taking connections after so many, for good or for a time. */
	refuses?: { after: number; forMs?: number };
	/** The credential names an address that leads nowhere, until a person corrects it. */
	leadsTo?: string;
}

/**
 * Three in ten. Where the node goes on after a failure, the first request is struck for certain: n8n's Retry On Fail
 * looks at the first item that comes out.
 */
const some =
	(...kinds: ((subject: Subject) => Fault)[]) =>
	(subject: Subject, { onError }: NodeSettings): Fault[] =>
		kinds.flatMap((kind) => {
			const one = { ...kind(subject), ...subject.strikes };
			const shared = { ...one, share: 0.3 / kinds.length };
			return onError === 'stopWorkflow' ? [shared] : [{ ...one, times: 1 }, shared];
		});

const status =
	(code: number, body: unknown, processed: boolean, headers: Record<string, string> = {}) =>
	(): Fault => ({ kind: 'status', status: code, body, processed, headers });

const TOO_MANY = { error: true, message: 'Too Many Requests' };

const burst =
	(headers: Record<string, string>) =>
	({ strikes }: Subject): Fault[] => [
		{ ...status(429, TOO_MANY, false, headers)(), times: 8, ...strikes },
	];

/** As the service would answer it, had it become another. */
const changed =
	(how: keyof Subject['answer']) =>
	({ answer, effect }: Subject): Fault => ({
		kind: 'status',
		status: effect === 'send' ? 201 : 200,
		body: answer[how],
		processed: true,
	});

const html = (processed: boolean) => (): Fault => ({ kind: 'html', status: 502, processed });
const late = (kind: 'slowFirstByte' | 'slowBody') => (): Fault => ({ kind, ms: TOO_LATE_MS });

const IN_ITS_OWN_WORDS = { error: true, message: 'Insufficient credit' };

export const FAULT_KINDS: readonly FaultKind[] = [
	{ name: '429 burst, Retry-After: 1', certain: true, faults: burst({ 'retry-after': '1' }) },
	{ name: '429 burst, no Retry-After', certain: true, faults: burst({}) },
	{
		name: '429, Retry-After: 600 (longer than the node waits)',
		certain: true,
		faults: some(status(429, IN_ITS_OWN_WORDS, false, { 'retry-after': '600' })),
	},
	{
		name: '500, before or after processing',
		faults: some(
			status(500, { error: true, message: 'Internal error' }, false),
			status(500, '', true),
		),
	},
	{
		name: '502 with HTML, before or after processing',
		faults: some(html(false), html(true)),
	},
	{ name: '503', faults: some(status(503, { error: true, message: 'Maintenance' }, false)) },
	{ name: 'Connection refused for a second', certain: true, refuses: { after: 6, forMs: 1000 } },
	{ name: 'Connection refused', certain: true, refuses: { after: 6 } },
	{ name: 'Reset before processing', faults: some(() => ({ kind: 'dropBefore' })) },
	{ name: 'Reset after processing', faults: some(() => ({ kind: 'dropAfter' })) },
	{ name: 'First byte after the time-out', faults: some(late('slowFirstByte')) },
	{ name: 'Body trickles past the time-out', faults: some(late('slowBody')) },
	{ name: 'JSON cut off', faults: some(() => ({ kind: 'brokenJson' })) },
	{
		name: 'Wrong content type',
		certain: true,
		faults: some((subject) => ({
			...changed('right')(subject),
			body: JSON.stringify(subject.answer.right),
			headers: { 'content-type': 'text/html' },
		})),
	},
	{ name: 'XML that nobody asked for', certain: true, faults: some(() => ({ kind: 'xml' })) },
	{
		name: 'error: true with 200',
		certain: true,
		faults: some(status(200, IN_ITS_OWN_WORDS, false)),
	},
	{
		name: 'error: true with 200 and the data of a success',
		faults: some(({ answer: { right } }) =>
			status(200, { ...Object(right), ...IN_ITS_OWN_WORDS }, true)(),
		),
	},
	{ name: 'Schema changed: fields missing', faults: some(changed('missing')) },
	{ name: 'Schema changed: fields renamed', faults: some(changed('renamed')) },
	{ name: 'Schema changed: fields of another type', faults: some(changed('otherType')) },
	{ name: 'Host name not found', certain: true, leadsTo: lostHost('ENOTFOUND', 5) },
	{ name: 'Name server fails', certain: true, leadsTo: lostHost('EAI_AGAIN', 5) },
	{ name: 'Name server answers after the time-out', leadsTo: lostHost('ENOTFOUND', TOO_LATE_MS) },
];

/** For the other operations. */
const SOME = /burst, Retry|^500|^Reset|^First byte|^JSON|^Wrong|missing|another type/;
export const SOME_KINDS = FAULT_KINDS.filter(({ name }) => SOME.test(name));
