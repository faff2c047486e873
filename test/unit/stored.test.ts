import { fromStored, toStored } from '../../nodes/MessagingService/engine/ledger/stored';
import {
	digestOfList,
	namesOfKey,
	namesOfRun,
} from '../../nodes/MessagingService/engine/ledger/marks';
import { likenessOf } from '../../nodes/MessagingService/engine/ledger';

/**
 * What earlier versions have written into n8n's database. These samples never change: a retry with a newer version of
 * the package must understand them.
 */
const ENTRIES = {
	'0:Cw6Fw2BcBqU1z3D7n2mQ9A': { state: 'accepted', output: [{ ref_no: 'r-1' }] },
	'1:kYb0x7nYQJm5bZ0o4b4b1g': {
		state: 'open',
		what: 'The connection to the service broke (ECONNRESET)',
		advice: 'Check the network between n8n and the service.',
		sent: 'unknown',
	},
};

const SAMPLES: [version: string, stored: unknown][] = [
	['without a version', { origin: '17', run: 0, template: 'digest', entries: ENTRIES }],
	['version 1', { version: 1, origin: '17', run: 0, template: 'digest', entries: ENTRIES }],
];

describe('What n8n stores with a failed execution', () => {
	it.each(SAMPLES)('is understood: %s', (_, stored) => {
		expect(fromStored(JSON.parse(JSON.stringify(stored)))).toEqual({
			origin: '17',
			run: 0,
			parameters: 'digest',
			entries: ENTRIES,
		});
	});

	it('is written as the newest version', () => {
		const [, newest] = SAMPLES.at(-1) ?? [];
		const known = fromStored(newest);

		expect(known && toStored(known)).toEqual(newest);
	});

	it.each([undefined, null, 7, 'text', {}, { origin: '17' }, { version: 99, ...ENTRIES }])(
		'is ignored if no version has written it: %j',
		(stored) => {
			expect(fromStored(stored)).toBeUndefined();
		},
	);
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
		const names = namesOfRun(place, identity, list);
		const pass = names.pass(2);

		expect([names.execution, names.begun, names.ambiguous]).toMatchInlineSnapshot(`
		[
		  "zCm4Tq1iiJAvW0PQFvdeIr",
		  "dT7lZCPwKkRX5nr4vUU9Tj",
		  "w5T8nCpVydlXM8H49KsyUT:x",
		]
	`);
		expect([
			pass.claimed,
			pass.claimedBy('18'),
			pass.ready,
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
		  "w5T8nCpVydlXM8H49KsyUT:2",
		  "w5T8nCpVydlXM8H49KsyUT:2:by:18",
		  "w5T8nCpVydlXM8H49KsyUT:2:r",
		  "w5T8nCpVydlXM8H49KsyUT:2:f",
		  "w5T8nCpVydlXM8H49KsyUT:2:b3",
		  "w5T8nCpVydlXM8H49KsyUT:2:a3",
		  "w5T8nCpVydlXM8H49KsyUT:2:s3",
		  "w5T8nCpVydlXM8H49KsyUT:2:c3",
		  "w5T8nCpVydlXM8H49KsyUT:2:ia150",
		  "w5T8nCpVydlXM8H49KsyUT:2:iu150",
		  "w5T8nCpVydlXM8H49KsyUT:2:in150",
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
