import { describeWrongTypes } from './blocks';
import { expectRefused, paired, useOperation, wordsOf } from './support';

const DATA = {
	destination: '62812000001',
	sender: '628990001',
	is_group: false,
	create_date: '2026-11-02T08:00:00+07:00',
	sent_date: '2026-11-02T08:00:03+07:00',
	read_date: null,
	delivered_date: '2026-11-02T08:00:05+07:00',
	ref_no: 'r-1',
	status: 'D',
	message: 'Your order left',
};

/** The codes of the status look-up, and whether a message that has one will have another. */
const STATUSES: [code: string, name: RegExp, isFinal: boolean][] = [
	['U', /^un-?sent$/i, false],
	['Q', /^queued?$/i, false],
	['S', /^sent$/i, false],
	['D', /^delivered$/i, false],
	['R', /^read$/i, true],
	['A', /^aborted$/i, true],
	['F', /^failed$/i, true],
];

describe('Get Status', () => {
	const subject = useOperation('whatsappUnofficial', 'getStatus', { refNo: 'r-1' }, () => ({
		json: { error: false, message: 'ok', data: DATA },
	}));
	const { service, run } = subject;

	it.each([
		['as it is', 'r-1', 'r-1'],
		['without the spaces around it', '  r-1 ', 'r-1'],
		['from a number', '={{ 20261102 }}', '20261102'],
		['with the signs that an address cannot hold', 'a/b c?d#e%', 'a%2Fb%20c%3Fd%23e%25'],
		['in another script', 'réf', 'r%C3%A9f'],
	])('asks once for the reference number, %s', async (_, refNo, sent) => {
		const { error } = await run({ refNo });
		expect(error).toBeUndefined();
		expect(service.journal).toHaveLength(1);
		expect(service.journal[0]).toMatchObject({
			method: 'GET',
			path: `/svc_api/1.0/whatsapp/status/${sent}`,
			body: '',
			headers: { accept: 'application/json' },
		});
		expect(service.journal[0]?.headers).not.toHaveProperty('content-type');
	});

	it.each(['..', '.', '../balance'])('asks for no other address with %s', async (refNo) => {
		await run({ refNo });
		for (const { path } of service.journal) {
			expect(path).toMatch(/^\/svc_api\/1\.0\/whatsapp\/status\/[^/]+$/);
		}
	});

	it('puts out everything where Simplify is off, with words beside the code', async () => {
		const { items, error } = await run({ simplify: false });
		expect(error).toBeUndefined();
		expect(items).toEqual(
			paired({
				...DATA,
				status_name: expect.stringMatching(/^delivered$/i) as string,
				is_final: false,
			}),
		);
	});

	it('puts out the same from XML', async () => {
		const there = Object.entries(DATA).filter(([, value]) => value !== null);
		const text = there.map(([name, value]) => `<${name}>${value}</${name}>`).join('');
		const { items, error } = await run(
			{ simplify: false, options: { responseFormat: 'xml' } },
			{ answer: { text: `<r><error>false</error><data>${text}</data></r>` } },
		);
		expect(error).toBeUndefined();
		expect(items).toEqual(
			paired({
				...Object.fromEntries(there),
				status_name: expect.stringMatching(/^delivered$/i) as string,
				is_final: false,
			}),
		);
		expect(service.journal[0]?.headers.accept).toBe('application/xml');
	});

	it('keeps what matters about the message where Simplify is on', async () => {
		const { items } = await run({ simplify: true });
		expect(items[0]?.[0]).toMatchObject({
			json: {
				ref_no: 'r-1',
				status: 'D',
				status_name: expect.stringMatching(/^delivered$/i) as string,
				is_final: false,
			},
			pairedItem: { item: 0 },
		});
		const fields = Object.keys(items[0]?.[0]?.json ?? {});
		expect(fields.length).toBeLessThan(Object.keys(DATA).length + 2);
		expect(Object.keys({ ...DATA, status_name: '', is_final: false })).toEqual(
			expect.arrayContaining(fields),
		);
	});

	describe.each([true, false])('with Simplify %s', (simplify) => {
		it.each(STATUSES)('says what %s means', async (status, name, isFinal) => {
			const { outputs, error } = await run(
				{ simplify },
				{ answer: { json: { error: false, data: { ref_no: 'r-1', status } } } },
			);
			expect(error).toBeUndefined();
			expect(outputs).toEqual([
				[
					{
						ref_no: 'r-1',
						status,
						status_name: expect.stringMatching(name) as string,
						is_final: isFinal,
					},
				],
			]);
		});

		it('takes a record without a status, as all its fields are optional', async () => {
			const { outputs, error } = await run(
				{ simplify },
				{ answer: { json: { error: false, data: { ref_no: 'r-1' } } } },
			);
			expect(error).toBeUndefined();
			expect(outputs[0]?.[0]).toMatchObject({ ref_no: 'r-1' });
		});

		it('hands on a status that the documentation does not know', async () => {
			const { outputs, error } = await run(
				{ simplify },
				{ answer: { json: { error: false, data: { ref_no: 'r-1', status: 'X' } } } },
			);
			expect(error).toBeUndefined();
			expect(outputs[0]?.[0]).toMatchObject({ status: 'X' });
			expect(outputs[0]?.[0]).not.toMatchObject({ is_final: true });
		});
	});

	it('asks for each item, and pairs the answers', async () => {
		const { items } = await run(
			{ refNo: '={{ $json.ref }}', simplify: false },
			{
				items: [{ ref: 'a' }, { ref: 'b' }],
				answer: ({ path }) => ({
					json: { error: false, data: { ref_no: path.split('/').at(-1), status: 'R' } },
				}),
			},
		);
		expect(items).toMatchObject(paired({ ref_no: 'a' }, { ref_no: 'b' }));
	});

	it.each([
		['delivered', 'D'],
		['delivered', 'R'],
		['delivered', 'F'],
		['read', 'R'],
		['read', 'A'],
		['final', 'R'],
		['final', 'A'],
		['final', 'F'],
	])('answers at once where it shall wait for %s and finds %s', async (waitFor, status) => {
		const { outputs, error } = await run(
			{ options: { waitFor } },
			{ answer: { json: { error: false, data: { ref_no: 'r-1', status } } } },
		);
		expect(error).toBeUndefined();
		expect(service.journal).toHaveLength(1);
		expect(outputs[0]?.[0]).toMatchObject({ ref_no: 'r-1', status });
	});

	it('says what the service said of a number that it does not know', async () => {
		const { error } = await run(
			{},
			{
				answer: {
					status: 422,
					json: { detail: [{ loc: ['path', 'ref_no'], msg: 'not known', type: 'value_error' }] },
				},
			},
		);
		expect(wordsOf(error)).toContain('ref_no');
		expect(wordsOf(error)).toContain('not known');
	});

	it.each(["={{ '' }}", '  '])('refuses %j as a reference number', async (refNo) => {
		const finished = await run({ refNo });
		expectRefused(subject, finished, 'Reference Number');
		expect(service.journal).toEqual([]);
	});

	describeWrongTypes(subject, [
		['Reference Number', 'null', { refNo: '={{ null }}' }],
		['Reference Number', 'a list', { refNo: "={{ ['r-1'] }}" }],
		['Simplify', 'yes', { simplify: "={{ 'yes' }}" }],
		['Wait For', 'a choice that is none', { options: { waitFor: "={{ 'ever' }}" } }],
		['Max Wait', 'a word', { options: { waitFor: 'read', maxWait: "={{ 'long' }}" } }],
		['Max Wait', 'nothing', { options: { waitFor: 'read', maxWait: '={{ 0 }}' } }],
	]);
});
