import { broadcast } from '../../../nodes/MessagingService/operations/whatsappOfficial';
import { templateShape } from '../../../nodes/MessagingService/operations/whatsappOfficial/template/shape';
import { isTemplateStatus } from '../../../nodes/service/templates';
import { bodyOf, planOrProblems, type Values } from '../operations/support';

const CHANNEL = '223e4567-e89b-42d3-a456-426614174001';
const idOf = (digit: number) => `123e4567-e89b-42d3-a456-42661417400${digit}`;
const template = (digit: number, more: object = {}) => ({
	id: idOf(digit),
	name: `template_${digit}`,
	header: null,
	body: 'Hello',
	footer: null,
	status: 'Approved',
	category: 'UTILITY',
	...more,
});

const ALL = [
	template(0),
	template(1, { body: 'Hi {{2}}, it is {{1}}' }),
	template(2, {
		header: [{ type: 'IMAGE', url: 'https://cdn.example/sample.png' }],
		body: 'Dear {{first_name}}',
		buttons: [{ type: 'URL', text: 'Track', url: 'https://shop.example/{{1}}' }],
	}),
];

const values = (digit: number, parametersJson: unknown): Values => ({
	channelId: CHANNEL,
	templateId: idOf(digit),
	destination: '6281234567890',
	destinationName: 'Ayu',
	parametersMode: 'json',
	parametersJson,
});

const STATUSES = ['approved', 'pending', 'rejected'] as const;

const bodyValues = (...texts: [key: string, text: string][]) =>
	texts.map(([key, value]) => ({ key, value: `body_${key}`, value_text: value }));

describe('"the exact spelling of status values on the wire: not shown"', () => {
	it.each([
		['APPROVED', 'approved'],
		['Approve', 'approved'],
		[' approved ', 'approved'],
		['PENDING_REVIEW', 'pending'],
		['Approval pending', 'pending'],
		['approvalPending', 'pending'],
		['REJECT', 'rejected'],
		['Approval rejected', 'rejected'],
		['REJECTED: pending an appeal', 'rejected'],
	] as const)('The template status %s means %s', (status, wanted) => {
		expect(STATUSES.filter((one) => isTemplateStatus(status, one))).toEqual([wanted]);
	});

	it.each(['UNAPPROVED', 'not approved', 'SUSPENDED', 'In review', ''])(
		'The template status %s is none of the documented ones',
		(status) => {
			expect(STATUSES.filter((one) => isTemplateStatus(status, one))).toEqual([]);
		},
	);
});

describe('A header whose structure is "any"', () => {
	it.each([
		[[{ type: 'IMAGE', url: 'https://cdn.example/a.png' }]],
		[[{ format: 'image', url: 'https://cdn.example/a.png' }]],
		[{ type: 'IMAGE', url: 'https://cdn.example/a.png' }],
	])('An image header is understood as %j', (header) => {
		expect(templateShape({ header })).toMatchObject({ headerFile: 'IMAGE', dynamicButtons: [] });
	});

	it('A header may consist of buttons', () => {
		const header = [{ type: 'URL', text: 'Go', url: 'https://shop.example/{{1}}' }];

		expect(templateShape({ header }).dynamicButtons).toEqual([{ index: 0, title: 'Go' }]);
	});
});

describe('A list of values for a template', () => {
	it.each<[string, unknown]>([
		['a list', ['Ayu', 1024]],
		['a list as JSON', '["Ayu", 1024]'],
		['a list with empty cells at its end', ['Ayu', '1024', '', null]],
	])('A list of values fills {{1}} first, wherever it is in the text: %s', (_, given) => {
		expect(bodyOf(broadcast, values(1, given), ALL)).toMatchObject({
			parameters: { body: bodyValues(['1', 'Ayu'], ['2', '1024']) },
		});
	});

	it('A list of values fills placeholders in the order of the text if one has a name', () => {
		const named = [template(3, { body: '{{2}} for {{1}} on {{day}}' })];

		expect(bodyOf(broadcast, values(3, ['a', 'b', 'c']), named)).toMatchObject({
			parameters: { body: bodyValues(['2', 'a'], ['1', 'b'], ['day', 'c']) },
		});
	});

	it.each<[number, unknown, string]>([
		[1, ['Ayu', 'a\nb'], '{{2}} (Hi {{2}}, it is…) contains a line break'],
		[1, ['Ayu', { a: 1 }], '{{2}} (Hi {{2}}, it is…) must be text, and is an object'],
		[2, ['https://cdn.example/a.gif', 'Ayu', 'x'], 'Header Image URL leads to a .gif file'],
	])('Template %i refuses the list of values %j: %s', (digit, given, why) => {
		expect(planOrProblems(broadcast, values(digit, given), ALL)).toContain(why);
	});

	it.each<[unknown]>([[['Ayu', '1024']], [[]]])(
		'A list of values is not placed by guess while templates cannot be read: %j',
		(given) => {
			expect(planOrProblems(broadcast, values(1, given))).toMatch(
				/^Template could not be looked up, as the service did not give its list, so the order/,
			);
		},
	);
});
