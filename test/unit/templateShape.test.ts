import fc from 'fast-check';

import { templateShape as shapeOf } from '../../nodes/MessagingService/operations/whatsappOfficial/template/shape';

/** The inner structure of templates is not documented: the same template is found in any of these. */

function templateShape(template: object) {
	const { placeholders, ...others } = shapeOf(template);
	return {
		...others,
		placeholders: [...placeholders.keys()],
		surroundings: Object.fromEntries(placeholders),
	};
}

const shape = (placeholders: string[], rest: object = {}): object =>
	expect.objectContaining({
		placeholders,
		headerFile: undefined,
		dynamicButtons: [],
		...rest,
	}) as object;

describe('templateShape', () => {
	it.each([
		['a text', { body: 'Hello {{1}}, {{2}}' }],
		['an object', { body: { text: 'Hello {{1}}, {{2}}' } }],
		['a list of components', { body: [{ type: 'BODY', text: 'Hello {{1}}, {{2}}' }] }],
		['a text of JSON', { body: '{"type": "body", "text": "Hello {{1}}, {{2}}"}' }],
		['something deeper', { body: { content: { parts: [{ value: 'Hello {{1}}' }, '{{ 2 }}'] } } }],
		['the header', { header: [{ type: 'BODY', text: 'Hello {{1}}, {{2}}' }], body: null }],
	])('The placeholders are found in %s', (_name, template) => {
		expect(templateShape(template)).toEqual(shape(['1', '2']));
	});

	it('A template without placeholders asks for nothing', () => {
		expect(templateShape({ header: null, body: 'Welcome!', footer: null })).toEqual(shape([]));
		expect(templateShape({})).toEqual(shape([]));
	});

	it('Each placeholder is named once, in the order of the text', () => {
		expect(templateShape({ body: '{{2}} {{first_name}} {{2}} {{1}}' })).toEqual(
			shape(['2', 'first_name', '1']),
		);
	});

	it('The words around a placeholder cut neither a word nor another placeholder', () => {
		const body = 'Invoice {{1}},\nof {{2}} for what you bought: *{{3}}* discounted';

		expect(templateShape({ body }).surroundings).toEqual({
			1: 'Invoice {{1}},',
			2: 'of {{2}} for…',
			3: '…you bought: *{{3}}*…',
		});
	});

	it('Each part of a text is read once, however many placeholders it has', () => {
		const split = jest.spyOn(String.prototype, 'split');
		const body = Array.from({ length: 2000 }, (_, at) => `{{${at}}} and `).join('');

		const { placeholders } = templateShape({ body });
		const read = split.mock.contexts.reduce<number>((sum, text) => sum + String(text).length, 0);
		split.mockRestore();

		expect(placeholders).toHaveLength(2000);
		expect(read).toBeGreaterThan(0);
		expect(read).toBeLessThan(10 * body.length);
	});

	it.each([
		['IMAGE', { header: 'IMAGE' }],
		['IMAGE', { header: { format: 'image' } }],
		['DOCUMENT', { header: { type: 'DOCUMENT', link: null } }],
		['DOCUMENT', { header: [{ type: 'HEADER', format: 'DOCUMENT' }] }],
		[undefined, { header: { format: 'TEXT', text: 'Image of the day' } }],
		[undefined, { header: 'Your image' }],
		[undefined, { header: [{ type: 'HEADER', format: 'TEXT', text: 'Image' }] }],
		[undefined, { body: { format: 'IMAGE' } }],
	])('The header file has the format %s in %j', (headerFile, template) => {
		expect(templateShape(template).headerFile).toBe(headerFile);
	});

	it('Each button with a placeholder in its URL asks for a value, and keeps its index among all buttons', () => {
		const buttons = [
			{ type: 'PHONE_NUMBER', text: 'Call', phone: '+62811' },
			{ type: 'URL', text: 'Home', url: 'https://shop.example' },
			{ type: 'URL', text: 'Track {{x}}', url: 'https://shop.example/{{1}}' },
		];
		const found = shape(['1'], { dynamicButtons: [{ index: 2, title: 'Track {{x}}' }] });

		for (const place of [
			{ footer: { buttons } },
			{ body: { text: 'No {{1}}', buttons } },
			{ footer: [{ type: 'BUTTONS', buttons }] },
			{ buttons },
		]) {
			expect(templateShape({ body: 'No {{1}}', ...place })).toEqual(found);
		}
	});

	it('Examples in a template are left out', () => {
		const body = { text: 'Hello {{1}}', example: { body_text: [['{{9}}']] }, examples: '{{8}}' };

		expect(templateShape({ body })).toEqual(shape(['1']));
	});

	it('Braces in header or footer are no placeholder of the body', () => {
		expect(templateShape({ header: 'Hi {{1}}', body: 'x', footer: 'y {{2}}' })).toEqual(shape([]));
	});

	it('Any template is read to its end', () => {
		fc.assert(
			fc.property(fc.anything({ maxDepth: 6 }), fc.anything(), (body, header) => {
				const { placeholders, dynamicButtons } = templateShape({ header, body });
				expect(Array.isArray(placeholders) && Array.isArray(dynamicButtons)).toBe(true);
			}),
			{ seed: 42, numRuns: 500 },
		);
		let deep: unknown = '{{1}}';
		for (let at = 0; at < 100_000; at++) deep = [deep];
		expect(templateShape({ body: deep }).placeholders).toEqual([]);
	});
});
