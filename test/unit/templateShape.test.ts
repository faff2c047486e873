import fc from 'fast-check';

import { templateShape as shapeOf } from '../../nodes/MessagingService/operations/whatsappOfficial/template/shape';
import { templateState } from '../../nodes/service';

/** The service does not document the inside of a template, so the same one may come in any of these forms. */

function templateShape(template: Record<string, unknown>) {
	const { placeholders, ...others } = shapeOf(template);
	return { ...others, placeholders: [...placeholders] };
}

const shape = (placeholders: string[], dynamicButtons: object[] = []): unknown =>
	expect.objectContaining({ placeholders, headerFile: undefined, dynamicButtons });

const TEXT = 'Hello {{1}}, {{2}}';
const FILE = { type: 'IMAGE', url: 'https://cdn.example/a.png' };

describe('templateShape', () => {
	it('A part that is nested too deep is left out', () => {
		const body = '['.repeat(5_000) + ']'.repeat(5_000);
		expect(templateShape({ body, footer: '{{2}}' }).texts.BODY).toEqual([]);
	});

	it.each([
		['an object', { body: { text: TEXT } }, ['1', '2']],
		['a list of components', { body: [{ type: 'BODY', text: TEXT }] }, ['1', '2']],
		['a text of JSON', { body: `{"type": "body", "text": "${TEXT}"}` }, ['1', '2']],
		['a deep list', { body: { a: { parts: [{ value: '{{1}}' }, '{{ 2 }}'] } } }, ['1', '2']],
		['the header', { header: [{ type: 'BODY', text: TEXT }], body: null }, ['1', '2']],
		['a part that its name calls body', { header: { Body: TEXT } }, ['1', '2']],
		['the order of the text, once each', { body: '{{2}} {{x}} {{2}} {{1}}' }, ['2', 'x', '1']],
		['the body alone', { header: 'Hi {{1}}', body: 'x', footer: 'y {{2}}' }, []],
		['no example', { body: { text: TEXT, example: ['{{9}}'], examples: '{{8}}' } }, ['1', '2']],
	])('The placeholders of a template are found in %s', (_, template, placeholders) => {
		expect(templateShape(template)).toEqual(shape(placeholders));
	});

	it.each([
		['IMAGE', { header: 'IMAGE' }],
		['IMAGE', { header: [FILE] }],
		['IMAGE', { header: [{ format: 'image', url: FILE.url }] }],
		['DOCUMENT', { header: { type: 'DOCUMENT', link: null } }],
		['DOCUMENT', { header: [{ type: 'HEADER', format: 'DOCUMENT' }] }],
		[undefined, { header: { format: 'TEXT', text: 'Image of the day' } }],
		[undefined, { header: [{ type: 'HEADER', format: 'TEXT', text: 'Image' }] }],
		[undefined, { body: { format: 'IMAGE' } }],
	])('The header file has the format %s in %j', (headerFile, template) => {
		expect(templateShape(template)).toMatchObject({ headerFile, dynamicButtons: [] });
	});

	const buttons = [
		{ type: 'PHONE_NUMBER', text: 'Call', phone: '+62811' },
		{ type: 'URL', text: 'Home', url: 'https://shop.example' },
		{ type: 'URL', text: 'Track {{x}}', url: 'https://shop.example/{{1}}' },
	];

	it.each([
		{ footer: { buttons } },
		{ footer: [{ type: 'BUTTONS', buttons }] },
		{ header: buttons },
	])('A button whose URL takes a value keeps its index among all buttons: %j', (place) => {
		const found = shape(['1'], [{ index: 2, title: 'Track {{x}}' }]);
		expect(templateShape({ body: 'No {{1}}', ...place })).toEqual(found);
	});

	it('Any template is read to its end', () => {
		fc.assert(
			fc.property(fc.anything({ maxDepth: 6 }), fc.anything(), (body, header) => {
				expect(templateShape({ header, body }).placeholders).toBeInstanceOf(Array);
			}),
			{ seed: 42, numRuns: 500 },
		);
		let deep: unknown = '{{1}}';
		// The engine reads no response that is nested deeper.
		for (let at = 0; at < 64; at++) deep = [deep];
		expect(templateShape({ body: deep }).placeholders).toEqual(['1']);
	});
});

describe('templateState', () => {
	it.each<(string | undefined)[]>([
		...['APPROVED', 'Approve', ' approved '].map((status) => [status, 'approved']),
		...['PENDING_REVIEW', 'Approval pending', 'approvalPending'].map((one) => [one, 'pending']),
		...['REJECT', 'Approval rejected', 'REJECTED: pending appeal'].map((one) => [one, 'rejected']),
		...['UNAPPROVED', 'not approved', 'Approver assigned', 'SUSPENDED', ''].map((one) => [one]),
	])('The undocumented template status %j means %s', (status = '', meaning) => {
		expect(templateState(status)).toBe(meaning);
	});
});
