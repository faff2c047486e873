import type { z } from 'zod';

import { templateSchema } from '../../../simulator/service/templates';

/** The templates that the simulator starts with, and more of them in odd forms: what each asks for. */

export interface KnownTemplate {
	id: string;
	/** What stands in double braces in its text. */
	placeholders: string[];
	header: 'IMAGE' | 'DOCUMENT' | undefined;
	/** Places of the buttons whose address has an open end. */
	buttons: string[];
	asks: boolean;
}

const idOf = (digit: string) => `${digit.repeat(8)}-aaaa-4aaa-8aaa-${digit.repeat(12)}`;

const known = (
	digit: string,
	placeholders: string[] = [],
	header?: 'IMAGE' | 'DOCUMENT',
	buttons: string[] = [],
): KnownTemplate => ({
	id: idOf(digit),
	placeholders,
	header,
	buttons,
	asks: placeholders.length + buttons.length > 0 || header !== undefined,
});

export const PENDING = idOf('7');
export const REJECTED = idOf('8');

const MANY = Array.from({ length: 12 }, (_, at) => String(at + 1));
const LONG = 'a_name_that_is_longer_than_the_names_of_variables';

export const TEMPLATES: KnownTemplate[] = [
	known('1', ['1', '2']),
	known('2'),
	known('3', ['1', '2'], 'IMAGE'),
	known('4', ['1', '2', '3'], 'DOCUMENT'),
	known('5', ['1'], undefined, ['0']),
	known('6', ['1']),
	known('9', ['first_name', '2', 'Order_No', LONG], 'DOCUMENT', ['0', '1']),
	known('a', [], 'IMAGE', ['1']),
	known('b', MANY),
	known('c', ['1']),
];

/** Beside those that the simulator starts with. */
export const MORE_TEMPLATES = (
	[
		{
			id: idOf('9'),
			name: 'named placeholders',
			header: { format: 'DOCUMENT' },
			body: `Dear {{first_name}}, {{ 2 }} and again {{first_name}}: {{Order_No}}. {{${LONG}}}`,
			footer: 'Not {{1}} here',
			buttons: [
				{ type: 'URL', text: 'Track {{1}}', url: 'https://shop.example/track/{{1}}' },
				{ type: 'URL', text: 'Pay', url: 'https://shop.example/pay?id={{ 1 }}' },
			],
		},
		{
			id: idOf('a'),
			name: 'no body',
			header: { format: 'IMAGE' },
			body: null,
			buttons: [
				{ type: 'PHONE_NUMBER', text: 'Call', phone: '+6281100000001' },
				{ type: 'URL', text: 'More', url: 'https://shop.example/{{1}}' },
				{ type: 'URL', text: 'Home', url: 'https://shop.example/' },
			],
			shape: 'components',
		},
		{
			id: idOf('b'),
			name: 'many placeholders',
			body: MANY.map((key) => `{{${key}}}`).join(' | '),
			shape: 'text',
		},
		{
			id: idOf('c'),
			name: 'header in words',
			// Left out: a header whose text is just 'Image' or 'Document' is taken for a file by the node, though its
			// format says TEXT.
			header: { format: 'TEXT', text: 'The image of the day' },
			body: '[1] Hello {{1}}',
		},
	] satisfies z.input<typeof templateSchema>[]
).map((template) => templateSchema.parse(template));
