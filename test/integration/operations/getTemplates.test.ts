import { describeWrongTypes } from './blocks';
import { paired, useOperation } from './support';

const PATH = '/svc_api/1.0/wa_official/templates';

const template = (name: string, status: string, more = {}) => ({
	id: `123e4567-e89b-42d3-a456-42661417400${name}`,
	name,
	header: null,
	body: { text: 'Hi {{1}}', example: [['Ana']] },
	footer: null,
	status,
	category: 'UTILITY',
	...more,
});

const ALL = [
	template('1', 'Approved'),
	template('2', 'Pending', { header: [{ format: 'IMAGE' }] }),
	template('3', 'APPROVED', { language: 'id' }),
	template('4', 'rejected', { body: 'Plain text' }),
	template('5', 'approved'),
];

describe('Get Templates', () => {
	const subject = useOperation('whatsappOfficial', 'getTemplates', { returnAll: true }, () => ({
		json: { error: false, message: 'ok', data: ALL },
	}));
	const { service, run } = subject;

	it('asks with the key in its header and nothing else', async () => {
		await run({});
		expect(service.journal).toHaveLength(1);
		expect(service.journal[0]).toMatchObject({
			method: 'GET',
			path: PATH,
			body: '',
			headers: { accept: 'application/json' },
		});
		expect(service.journal[0]?.headers).toHaveProperty('apikey');
		expect(service.journal[0]?.headers).not.toHaveProperty('content-type');
	});

	it('puts out each template as an item, as it came', async () => {
		const { items, error } = await run({});
		expect(error).toBeUndefined();
		expect(items).toEqual([ALL.map((json) => ({ json, pairedItem: { item: 0 } }))]);
	});

	it('puts out the same from XML', async () => {
		const { items, error } = await run(
			{ options: { responseFormat: 'xml' } },
			{
				answer: {
					text: '<r><error>false</error><data><item><id>1</id><name>a</name><status>Approved</status><category>UTILITY</category></item><item><id>2</id><name>007</name><status>Pending</status><category>UTILITY</category></item></data></r>',
				},
			},
		);
		expect(error).toBeUndefined();
		expect(items).toEqual([
			[
				{
					json: { id: '1', name: 'a', status: 'Approved', category: 'UTILITY' },
					pairedItem: { item: 0 },
				},
				{
					json: { id: '2', name: '007', status: 'Pending', category: 'UTILITY' },
					pairedItem: { item: 0 },
				},
			],
		]);
		expect(service.journal[0]?.headers.accept).toBe('application/xml');
	});

	it.each([
		[1, 1],
		[4, 4],
		[5, 5],
		[6, 5],
		['={{ 2 }}', 2],
	])('puts out at most the limit of %s', async (limit, count) => {
		const { items } = await run({ returnAll: false, limit });
		expect(items[0]?.map(({ json }) => json)).toEqual(ALL.slice(0, count));
	});

	it('ignores the limit where all are wanted', async () => {
		const { items } = await run({ returnAll: '={{ true }}', limit: 1 });
		expect(items[0]).toHaveLength(5);
	});

	it('puts out 50 where no limit was changed', async () => {
		const data = Array.from({ length: 51 }, (_, index) => template(`${index}`, 'Approved'));
		const { items } = await run({ returnAll: false }, { answer: { json: { error: false, data } } });
		expect(items[0]).toHaveLength(50);
	});

	it.each([
		['any', ['1', '2', '3', '4', '5']],
		['approved', ['1', '3', '5']],
		['pending', ['2']],
		['rejected', ['4']],
	])('with the status %s puts out those, however the service spells it', async (status, names) => {
		const { outputs } = await run({ options: { status } });
		expect(outputs[0]?.map(({ name }) => name)).toEqual(names);
	});

	it('counts the limit after the status', async () => {
		const { outputs } = await run({ returnAll: false, limit: 2, options: { status: 'approved' } });
		expect(outputs[0]?.map(({ name }) => name)).toEqual(['1', '3']);
	});

	it('puts out no item where there is no template', async () => {
		const { outputs, error } = await run({}, { answer: { json: { error: false, data: [] } } });
		expect(error).toBeUndefined();
		expect(outputs.flat()).toEqual([]);
	});

	it('puts out no item where there is no template in XML', async () => {
		const { outputs, error } = await run(
			{ options: { responseFormat: 'xml' } },
			{ answer: { text: '<r><error>false</error><data/></r>' } },
		);
		expect(error).toBeUndefined();
		expect(outputs.flat()).toEqual([]);
	});

	it('pairs what it found with the item for which it asked', async () => {
		const { items } = await run({ returnAll: false, limit: 1 }, { items: [{}, {}] });
		expect(items).toEqual(paired(ALL[0] ?? {}, ALL[0] ?? {}));
	});

	it.each([
		['data', { error: false, data: { templates: [] } }],
		['name', { error: false, data: [{ ...ALL[0], name: undefined }] }],
	])('names %s where the answer breaks the documented form', async (place, json) => {
		const { error } = await run({}, { answer: { json } });
		expect(error?.message).toContain(place);
	});

	describeWrongTypes(subject, [
		['Return All', 'yes', { returnAll: "={{ 'yes' }}" }],
		['Limit', 'a word', { returnAll: false, limit: "={{ 'many' }}" }],
		['Limit', 'zero', { returnAll: false, limit: '={{ 0 }}' }],
		['Limit', 'a fraction', { returnAll: false, limit: '={{ 1.5 }}' }],
		['Status', 'a choice that is none', { options: { status: "={{ 'paused' }}" } }],
	]);
});
