import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import {
	fromStored,
	storedOf,
	toStored,
	type Snapshot,
} from '../../nodes/MessagingService/engine/ledger/stored';
import {
	digestOfList,
	lineageFrom,
	namesOfCall,
	namesOfKey,
	namesOfRun,
	trailOf,
} from '../../nodes/MessagingService/engine/ledger/marks/names';
import { likenessOf } from '../../nodes/MessagingService/engine/ledger';

/**
 * What a failed execution holds in n8n's database. Once a version is released, its sample never changes: a retry with a
 * newer version of the package must understand it.
 */
const STORED = {
	version: 2,
	origin: '17',
	run: 0,
	template: 'digest',
	entries: {
		'0': { state: 'accepted', ref_no: 'r-1' },
		'1': { state: 'accepted' },
		'2': { state: 'open', sent: 'unknown' },
		'3': { state: 'open', sent: 'yes' },
	},
};

const snapshot = z.custom<Snapshot>((read) => read !== undefined && read !== 'unreadable');

const SAMPLES: [version: string, stored: object, isLost: boolean][] = [
	['version 2', STORED, false],
	['version 2, of a run of which nothing more is known', { ...STORED, lost: true }, true],
];

describe('What n8n stores with a failed execution', () => {
	it.each(SAMPLES)('is understood: %s', (_, stored, isLost) => {
		expect(fromStored(JSON.parse(JSON.stringify(stored)))).toEqual({
			origin: '17',
			run: 0,
			parameters: 'digest',
			isLost,
			entries: STORED.entries,
		});
	});

	it.each(SAMPLES)('is written as it was read: %s', (_, stored) => {
		expect(toStored(snapshot.parse(fromStored(stored)))).toEqual(stored);
	});

	it.each([
		null,
		7,
		'text',
		{},
		{ origin: '17' },
		{ ...STORED, version: 1 },
		{ ...STORED, version: 99 },
		{ ...STORED, entries: { '0': { state: 'sent' } } },
	])('is not taken for nothing if this version cannot read it: %j', (stored) => {
		expect(fromStored(stored)).toBe('unreadable');
	});

	it('is nothing where the node had not run', () => {
		expect(fromStored(undefined)).toBeUndefined();
	});

	it.each<[what: string, output: IDataObject, kept: object]>([
		[
			'its reference number',
			{ ref_no: 'r-1', text: 'hello', destination: '62812' },
			{ ref_no: 'r-1' },
		],
		['nothing that is too long for a number', { ref_no: 'x'.repeat(101) }, {}],
		['nothing that is no text', { ref_no: { text: 'hello' } }, {}],
	])('keeps of an accepted message %s', (_, output, kept) => {
		expect(storedOf({ state: 'accepted', output: [output] })).toEqual({
			state: 'accepted',
			...kept,
		});
	});

	it('keeps of an error no words, since these may quote the message', () => {
		const open = { state: 'open', what: 'no 62812', advice: 'hello', sent: 'unknown' } as const;

		expect(storedOf(open)).toEqual({ state: 'open', sent: 'unknown' });
	});
});

describe('The marks in n8n’s database', () => {
	const place = { workflow: 'w', node: '["id","Messages"]', execution: '17', run: 0 };
	const identity = {
		nodeName: 'Messages',
		carried: '',
		parameters: '',
		isTool: false,
		lineage: '1763800000000',
		firstItem: undefined,
	};
	const list = digestOfList([likenessOf(0, { to: '1' }), likenessOf(1, { to: '2' })]);

	it('have the names that earlier versions gave them', () => {
		const names = namesOfRun(place, identity, lineageFrom(1763800000000), list);
		const pass = names.pass(2);

		expect([names.execution, names.begun, names.ambiguous]).toMatchInlineSnapshot(`
		[
		  "zCm4Tq1iiJAvW0PQFvdeIr",
		  "vKwGWG0h-Dd4kPbVdqCiiy",
		  "rafo_MB1CvGWuddGyQA8PJ:x",
		]
	`);
		expect([
			pass.claimed,
			pass.claimedBy('18'),
			pass.ready,
			pass.chunkSize(50),
			pass.finished,
			pass.chunkBegun(3),
			pass.chunkAccepted(3),
			pass.chunkSettled(3),
			pass.chunkCarried(3),
			pass.itemAccepted(150),
			pass.itemUnknown(150),
			pass.itemUnsent(150),
		]).toMatchInlineSnapshot(`
		[
		  "rafo_MB1CvGWuddGyQA8PJ:2",
		  "rafo_MB1CvGWuddGyQA8PJ:2:by:18",
		  "rafo_MB1CvGWuddGyQA8PJ:2:r",
		  "rafo_MB1CvGWuddGyQA8PJ:2:z50",
		  "rafo_MB1CvGWuddGyQA8PJ:2:f",
		  "rafo_MB1CvGWuddGyQA8PJ:2:b3",
		  "rafo_MB1CvGWuddGyQA8PJ:2:a3",
		  "rafo_MB1CvGWuddGyQA8PJ:2:s3",
		  "rafo_MB1CvGWuddGyQA8PJ:2:c3",
		  "rafo_MB1CvGWuddGyQA8PJ:2:ia150",
		  "rafo_MB1CvGWuddGyQA8PJ:2:iu150",
		  "rafo_MB1CvGWuddGyQA8PJ:2:in150",
		]
	`);
	});

	it('spell a lineage and its call at one length', () => {
		expect(lineageFrom(1763800000000, 17)).toMatchInlineSnapshot(`"mia0za4g000h"`);
	});

	it('have the names that earlier versions gave to what leads to them', () => {
		const { open, crossed, spelled } = trailOf(place, identity, list);
		const { madeBy, began, ranIn } = namesOfCall(place, identity, 1763800000000, 2);
		const marks = [open, crossed, ...spelled('0z'), madeBy('17'), began(5), ranIn('18')];
		expect(marks).toMatchInlineSnapshot(`
		[
		  "NAqAbN_J2UjACj59LnCMnV:o",
		  "NAqAbN_J2UjACj59LnCMnV:x",
		  "NAqAbN_J2UjACj59LnCMnV:00",
		  "NAqAbN_J2UjACj59LnCMnV:1z",
		  "9iL_eJ2wsfQcKcDRWP3L8E:by:17",
		  "9iL_eJ2wsfQcKcDRWP3L8E:l:5",
		  "9iL_eJ2wsfQcKcDRWP3L8E:in:18",
		]
	`);
	});

	it('have the same names for a key whatever the node is called', () => {
		expect(namesOfKey('id', 'order 1')).toMatchInlineSnapshot(`
		{
		  "claimed": "k99OCw-yWCd3tWvkX8geP_",
		  "open": "k99OCw-yWCd3tWvkX8geP_:?",
		}
	`);
	});
});
