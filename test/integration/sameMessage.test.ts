import { numberOf } from '../support/probing';
import { texts } from '../support/texts';
import { useSimulator } from '../support/useSimulator';

/** The same person is in the list twice, and another message of his is a third item. */
const ITEMS = [
	{ to: '0812 7000 0001', text: 'Open today' },
	{ to: '+62 812-7000-0001', text: 'Open today' },
	{ to: '6281270000001', text: 'Your order left' },
	{ to: numberOf(1), text: 'Open today' },
];
const TO = '6281270000001';
const OPTIONS = { defaultCountryCode: '62' };

describe('The same message to the same number', () => {
	const simulator = useSimulator();
	const sent = () => simulator.service.state.messages.all().length;

	it.each([
		['without keys', {}],
		['with keys that differ', { sendOnceKey: '={{ $json.to }}' }],
	])(
		'An equal message leaves once in a run, however the number is written, %s',
		async (_, keys) => {
			const { outputs, hints } = await texts(simulator, ITEMS, { ...OPTIONS, ...keys }).run();
			const [first, second, other, another] = outputs[0] ?? [];
			expect(sent()).toBe(3);
			expect(second).toMatchObject({
				...{ sent: false, already_sent: true, status: 'accepted', destination: TO },
				ref_no: first?.ref_no,
			});
			expect([other?.sent, another?.sent]).toEqual([undefined, undefined]);
			expect(JSON.stringify(hints)).toContain('Item 2 of 4: The same message as an earlier item');
		},
	);

	it('Validate Only counts repeats, and warns of the same number with another text', async () => {
		const { outputs } = await texts(simulator, ITEMS, { ...OPTIONS, validateOnly: true }).run();
		expect(outputs[0]).toMatchObject([
			{ total: { items: 4, repeats: 1, credits: 3 } },
			{ already_sent: true, credits: 0 },
			{ warnings: ['The same number as item 1'] },
			{ destination: numberOf(1) },
		]);
	});

	it('Test To counts repeats too, and sends each message once', async () => {
		const items = [...ITEMS, ...ITEMS];
		const { outputs } = await texts(simulator, items, { ...OPTIONS, testTo: numberOf(9) }).run();
		expect(sent()).toBe(2);
		expect(outputs[0]?.[1]).toMatchObject({ already_sent: true });
		expect(outputs[0]?.[3]).toMatchObject({ total: { items: 5, repeats: 4 } });
	});
});
