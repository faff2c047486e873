import type { INodeParameters } from 'n8n-workflow';
import { useService } from '../support/useService';
import { runOperation } from './operations/support';

const TO = '6281234567890';
const LOOKS_LIKE_ONE = 'looks like an expression: switch the field from Fixed to Expression';

const text = { resource: 'whatsappUnofficial', operation: 'sendText', destination: TO };
const buttons = {
	resource: 'whatsappBusiness',
	operation: 'sendButtons',
	gatewayId: 'g',
	destination: TO,
	message: 'Coming?',
	headerType: 'none',
	buttons: { button: [{ id: 'yes', title: 'Yes' }] },
};

describe('Expressions in Fixed fields', () => {
	const service = useService();

	beforeEach(() => {
		service.answer = () => ({ json: { error: false, data: { ref_no: 'r', destination: TO } } });
	});

	it.each<[string, INodeParameters]>([
		['Message', { ...text, message: 'Hi {{ $json.name }}' }],
		['Buttons', { ...buttons, buttons: { button: [{ id: 'yes', title: '{{ $json.yes }}' }] } }],
		['Footer', { ...buttons, options: { footer: '{{ $now }}' } }],
		['Send Once Key', { ...text, message: 'Hi', options: { sendOnceKey: '{{ $json.id }}' } }],
	])('A Fixed field with an expression is refused: %s', async (label, parameters) => {
		const { error } = await runOperation(service.url, parameters, { items: [{ name: 'Ayu' }] });

		expect(error?.message).toBe(`${label} ${LOOKS_LIKE_ONE}`);
		expect(service.journal).toEqual([]);
	});

	it.each<[string, INodeParameters]>([
		['quotes an expression', { ...text, message: '={{ $json.quote }}' }],
		['has words around an expression', { ...text, message: '=Hi {{ $json.name }}' }],
		['holds a placeholder of a template', { ...text, message: 'Fill in {{1}}' }],
	])('A text is sent that %s', async (_, parameters) => {
		const items = [{ name: 'Ayu', quote: 'Write {{ $json.name }}' }];
		const { error } = await runOperation(service.url, parameters, { items });

		expect(error).toBeUndefined();
		expect(service.accepted()).toHaveLength(1);
	});
});

describe('List with several wrong items', () => {
	const service = useService();

	it('Each wrong item is named in a line, counted from 1', async () => {
		const items = [{ to: TO }, { to: '12' }, {}, { to: '={' }];
		const { error } = await runOperation(
			service.url,
			{ ...text, destination: '={{ $json.to }}', message: 'Hi' },
			{ items },
		);

		const [summary, ...lines] = error?.description?.split(/<br \/>\n/) ?? [];
		expect(error?.message).toBe('3 of 4 items are wrong: Recipient');
		expect(summary).toMatch(/^All items are checked .* nothing was sent\. Correct these items/);
		expect(lines.map((line) => line.slice(0, 31))).toEqual([
			'Item 2: Recipient: “12” has 2 d',
			'Item 3: Recipient is empty: its',
			'Item 4: Recipient: “={” is not ',
		]);
		expect(lines[1]).toContain('Recipient is empty: its expression has no value');
		expect(error?.context?.itemIndex).toBeUndefined();
	});

	it('Markup in a value is text in the description, which the editor shows as HTML', async () => {
		const items = ['<img src=//a.example/b>', '<a href="https://c.example">Sign in</a>&'];
		const { error } = await runOperation(
			service.url,
			{ ...text, destination: '={{ $json.to }}', message: 'Hi' },
			{ items: items.map((to) => ({ to })) },
		);

		expect(error?.description).toContain('Item 2: Recipient: ');
		expect(error?.description?.replaceAll('<br />', '')).not.toMatch(/<|&(?!lt;|amp;)/);
	});
});
