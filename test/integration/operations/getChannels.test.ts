import { describeWrongTypes } from './blocks';
import { useOperation } from './support';

const channel = (digit: number, more = {}) => ({
	id: `223e4567-e89b-42d3-a456-42661417400${digit}`,
	organization_id: '323e4567-e89b-42d3-a456-426614174000',
	created_at: '2026-11-02T08:00:00+07:00',
	...more,
});

const ALL = [
	channel(1, { webhook: 'https://hooks.example.com/a', settings: { a: [1, { b: null }] } }),
	channel(2, { settings: null }),
	channel(3),
];

describe('Get Channels', () => {
	const subject = useOperation('whatsappOfficial', 'getChannels', { returnAll: true }, () => ({
		json: { error: false, message: 'ok', data: ALL },
	}));
	const { service, run } = subject;

	it('asks once, and puts out each channel as an item, as it came', async () => {
		const { items, error } = await run({});
		expect(error).toBeUndefined();
		expect(service.journal).toHaveLength(1);
		expect(service.journal[0]).toMatchObject({
			method: 'GET',
			path: '/svc_api/1.0/wa_official/channels',
			body: '',
			headers: { accept: 'application/json' },
		});
		expect(items).toEqual([ALL.map((json) => ({ json, pairedItem: { item: 0 } }))]);
	});

	it('puts out one channel from XML', async () => {
		const { items, error } = await run(
			{ options: { responseFormat: 'xml' } },
			{
				answer: {
					text: '<r><error>false</error><data><item><id>a</id><organization_id>7</organization_id><created_at>2026-11-02T08:00:00Z</created_at></item></data></r>',
				},
			},
		);
		expect(error).toBeUndefined();
		expect(items).toEqual([
			[
				{
					json: { id: 'a', organization_id: '7', created_at: '2026-11-02T08:00:00Z' },
					pairedItem: { item: 0 },
				},
			],
		]);
		expect(service.journal[0]?.headers.accept).toBe('application/xml');
	});

	it.each([
		[1, 1],
		[2, 2],
		[3, 3],
		[4, 3],
		['={{ 2 }}', 2],
	])('puts out at most the limit of %s', async (limit, count) => {
		const { outputs } = await run({ returnAll: false, limit });
		expect(outputs[0]).toEqual(ALL.slice(0, count));
	});

	it('puts out no item where there is no channel', async () => {
		const { outputs, error } = await run({}, { answer: { json: { error: false, data: [] } } });
		expect(error).toBeUndefined();
		expect(outputs.flat()).toEqual([]);
	});

	describeWrongTypes(subject, [
		['Return All', 'a list', { returnAll: '={{ [true] }}' }],
		['Limit', 'a word', { returnAll: false, limit: "={{ 'many' }}" }],
		['Limit', 'zero', { returnAll: false, limit: '={{ 0 }}' }],
	]);
});
