import {
	broadcast,
	getTemplates,
} from '../../../nodes/MessagingService/operations/whatsappOfficial';
import { templateShape } from '../../../nodes/MessagingService/operations/whatsappOfficial/template/shape';
import { isTemplateStatus } from '../../../nodes/service/templateStatus';
import { bodyOf, outputOf, planOrProblems, type Values } from '../operations/support';

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

const values = (digit: number, parameterValues: unknown, more: Values = {}): Values => ({
	channelId: CHANNEL,
	templateId: idOf(digit),
	destination: '6281234567890',
	destinationName: 'Ayu',
	parametersMode: 'values',
	parameterValues,
	...more,
});

const bodyValues = (...texts: [key: string, text: string][]) =>
	texts.map(([key, value]) => ({ key, value: `body_${key}`, value_text: value }));

describe('"the exact spelling of status values on the wire: not shown"', () => {
	it.each([
		['APPROVED', 'approved'],
		['Approve', 'approved'],
		[' approved ', 'approved'],
		['PENDING', 'pending'],
		['REJECT', 'rejected'],
		['Rejected', 'rejected'],
	] as const)('%s means %s', (status, wanted) => {
		expect(isTemplateStatus(status, wanted)).toBe(true);
	});

	it.each(['UNAPPROVED', 'Approval pending', 'disabled', ''])('%s is not approved', (status) => {
		expect(isTemplateStatus(status, 'approved')).toBe(false);
	});

	it('keeps a template from being sent by its stem', () => {
		const all = [template(0, { status: 'REJECT' })];

		expect(planOrProblems(broadcast, values(0, []), all)).toMatch(
			/^Template is 'template_0', whose status/,
		);
	});
});

describe('Get Templates', () => {
	const all = [
		template(0, { name: 'order_sent', category: 'UTILITY', status: 'APPROVED' }),
		template(1, { name: 'ORDER_late', category: 'utility', status: 'Reject' }),
		template(2, { name: 'sale', category: 'MARKETING', status: 'Approve' }),
	];

	it.each<[string, Values, number[]]>([
		['a part of the name', { name: 'Order' }, [0, 1]],
		['the category', { category: 'marketing' }, [2]],
		['the status', { status: 'approved' }, [0, 2]],
		['all of them', { name: 'order', category: 'Utility', status: 'rejected' }, [1]],
		['nothing, if they are blank', { name: ' ', category: '' }, [0, 1, 2]],
	])('filters by %s', (_, filters, digits) => {
		const output = outputOf(getTemplates, filters, JSON.stringify({ error: false, data: all }));

		expect(output).toEqual(digits.map((digit) => all[digit]));
	});
});

describe('A header whose structure is "any"', () => {
	it.each([
		[[{ type: 'IMAGE', url: 'https://cdn.example/a.png' }]],
		[[{ format: 'image', url: 'https://cdn.example/a.png' }]],
		[{ type: 'IMAGE', url: 'https://cdn.example/a.png' }],
	])('is read as an image in %j', (header) => {
		expect(templateShape({ header })).toMatchObject({ headerFile: 'IMAGE', dynamicButtons: [] });
	});

	it('may hold buttons that are buttons', () => {
		const header = [{ type: 'URL', text: 'Go', url: 'https://shop.example/{{1}}' }];

		expect(templateShape({ header }).dynamicButtons).toEqual([{ index: 0, title: 'Go' }]);
	});
});

describe('Values for a template that an expression chooses', () => {
	it.each<[string, unknown]>([
		['a list', ['Ayu', 1024]],
		['a list as JSON', '["Ayu", 1024]'],
		['a list with empty cells at its end', ['Ayu', '1024', '', null]],
		['an object', { 1: 'Ayu', 2: '1024' }],
		['an object as JSON', '{"1": "Ayu", "2": 1024}'],
		['an object by the names of the fields', { body_1: 'Ayu', body_2: '1024' }],
		['an object with braces', { '{{1}}': 'Ayu', '{{2}}': '1024' }],
		['a whole row of a sheet', { 1: 'Ayu', 2: '1024', phone: '62', tags: [] }],
	])('are taken from %s', (_, given) => {
		const body = bodyOf(broadcast, values(1, given), ALL) as { parameters: { body: object[] } };

		expect(body.parameters.body).toHaveLength(2);
		expect(body.parameters.body).toEqual(
			expect.arrayContaining(bodyValues(['1', 'Ayu'], ['2', '1024'])),
		);
	});

	it.each<[string, unknown]>([
		['a list', ['https://cdn.example/a.png', 'Ayu', 'order/7']],
		[
			'an object',
			{ header_url: 'https://cdn.example/a.png', first_name: 'Ayu', button_0: 'order/7' },
		],
	])('fill a header and a button too, from %s', (_, given) => {
		expect(bodyOf(broadcast, values(2, given), ALL)).toMatchObject({
			parameters: {
				body: bodyValues(['first_name', 'Ayu']),
				header: { format: 'IMAGE', params: [{ key: 'url', value: 'https://cdn.example/a.png' }] },
				buttons: [{ index: '0', type: 'url', value: 'order/7' }],
			},
		});
	});

	it.each([[], {}, '', undefined])(
		'may be none for a template without placeholders: %j',
		(given) => {
			expect(bodyOf(broadcast, values(0, given), ALL)).not.toHaveProperty('parameters');
		},
	);

	it.each<[number, unknown, string]>([
		[1, ['Ayu'], "has 1 values, and the template 'template_1' takes 2 ({{1}}, {{2}})"],
		[1, ['a', 'b', 'c'], 'has 3 values'],
		[0, ['a'], "has 1 values, and the template 'template_0' takes 0: give one for each"],
		[1, { 1: 'Ayu' }, 'lacks {{2}}'],
		[1, { 1: 'Ayu', 2: '' }, 'lacks {{2}}'],
		[1, ['Ayu', 'a\nb'], 'for {{2}} contains a line break'],
		[1, ['Ayu', { a: 1 }], 'for {{2}} must be text'],
		[2, ['a.png', 'Ayu', 'x'], 'for Header Image URL must be a web address'],
		[1, 'Ayu, 1024', 'must be a list such as'],
		[1, 5, 'must be a list such as'],
	])('of template %i are refused as %j: %s', (digit, given, why) => {
		const problems = planOrProblems(broadcast, values(digit, given), ALL);

		expect(problems).toMatch(/^Parameter Values /);
		expect(problems).toContain(why);
	});

	it('cannot be placed in a template that the service does not list', () => {
		expect(planOrProblems(broadcast, values(9, ['a']), ALL)).toMatch(
			/^Template is not in the service’s list/,
		);
	});

	it('are made to fit, if that is wished', () => {
		const given = values(1, ['Ayu', 'a\nb'], { fitText: true });

		expect(bodyOf(broadcast, given, ALL)).toMatchObject({
			parameters: { body: expect.arrayContaining(bodyValues(['2', 'a b'])) as object },
		});
	});

	it.each<[unknown]>([
		[['Ayu', '1024']],
		[{ header_url: 'https://cdn.example/a.png', first_name: 'Ayu', phone: '62' }],
		[['a\nb', { a: 1 }]],
		[[]],
	])('are not placed by guess while the list of templates cannot be read: %j', (given) => {
		expect(planOrProblems(broadcast, values(1, given))).toBe(
			'Template could not be looked up, as the service did not give its list, so its placeholders are unknown: try again in a minute, or set Parameters to Template Fields or Manual',
		);
	});
});

describe('"header: params: key is url for the media URL or filename for the file name"', () => {
	it('has a file name for an image too', () => {
		const manual = values(2, undefined, {
			parametersMode: 'manual',
			headerFormat: 'image',
			headerUrl: 'https://cdn.example/a.png',
			headerFileName: 'menu.png',
		});

		expect(bodyOf(broadcast, manual, ALL)).toMatchObject({
			parameters: {
				header: {
					format: 'IMAGE',
					params: [
						{ key: 'url', value: 'https://cdn.example/a.png' },
						{ key: 'filename', value: 'menu.png' },
					],
				},
			},
		});
	});
});

describe('"type (for example url …)"', () => {
	it.each(['url', 'QUICK_REPLY', 'copy_code'])('may be %s', (type) => {
		const manual = values(0, undefined, {
			parametersMode: 'manual',
			buttons: { button: [{ index: '0', type, value: 'x' }] },
		});

		expect(bodyOf(broadcast, manual, ALL)).toMatchObject({ parameters: { buttons: [{ type }] } });
	});
});
