import { z } from 'zod';

const button = z.discriminatedUnion('type', [
	z.object({ type: z.literal('QUICK_REPLY'), text: z.string().min(1) }).strict(),
	z.object({ type: z.literal('URL'), text: z.string().min(1), url: z.string().min(1) }).strict(),
	z
		.object({ type: z.literal('PHONE_NUMBER'), text: z.string().min(1), phone: z.string().min(1) })
		.strict(),
]);

export type TemplateButton = z.infer<typeof button>;

export const TEMPLATE_STATUSES = ['Pending', 'Approved', 'Rejected'] as const;

/** A template as the simulator keeps it. The documentation does not show its inner parts: see wireOf. */
export const templateSchema = z
	.object({
		id: z.string().uuid(),
		name: z.string().min(1),
		status: z.enum(TEMPLATE_STATUSES).default('Approved'),
		category: z.string().default('UTILITY'),
		header: z
			.discriminatedUnion('format', [
				z.object({ format: z.literal('TEXT'), text: z.string() }).strict(),
				z.object({ format: z.literal('IMAGE') }).strict(),
				z.object({ format: z.literal('DOCUMENT') }).strict(),
			])
			.nullable()
			.default(null),
		body: z.string().nullable(),
		footer: z.string().nullable().default(null),
		buttons: z
			.array(button)
			.refine(
				(buttons) => new Set(buttons.map(({ type }) => type === 'QUICK_REPLY')).size <= 1,
				'A template has one kind of button only: replies or actions',
			)
			.default([]),
		shape: z.enum(['text', 'object', 'components', 'typed']).default('object'),
	})
	.strict();

export type Template = z.infer<typeof templateSchema>;

export const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

/** The placeholders of a text, each once: '{{1}}' gives '1'. */
export const placeholdersOf = (text: string | null): string[] => [
	...new Set([...(text ?? '').matchAll(PLACEHOLDER)].map(([, key]) => key ?? '')),
];

export const fill = (text: string, values: ReadonlyMap<string, string>): string =>
	text.replace(PLACEHOLDER, (whole, key: string) => values.get(key) ?? whole);

/** A button whose URL ends with a value of the message. */
export const isDynamic = (candidate: TemplateButton): boolean =>
	candidate.type === 'URL' && placeholdersOf(candidate.url).length > 0;

const SAMPLES = {
	IMAGE: 'https://files.example.com/sample.png',
	DOCUMENT: 'https://files.example.com/sample.pdf',
};

const SHAPES: Record<Template['shape'], (template: Template) => Record<string, unknown>> = {
	text: ({ header, body, footer }) => ({
		header: header?.format === 'TEXT' ? header.text : (header?.format ?? null),
		body,
		footer,
	}),
	object: ({ header, body, footer, buttons }) => ({
		header,
		body: body === null ? null : { text: body },
		footer:
			footer === null && buttons.length === 0
				? null
				: { ...(footer !== null && { text: footer }), ...(buttons.length > 0 && { buttons }) },
	}),
	components: ({ header, body, footer, buttons }) => ({
		header: header && [{ type: 'HEADER', ...header }],
		body: body === null ? null : [{ type: 'BODY', text: body }],
		footer: [
			...(footer === null ? [] : [{ type: 'FOOTER', text: footer }]),
			...(buttons.length > 0 ? [{ type: 'BUTTONS', buttons }] : []),
		],
	}),
	typed: ({ header, body, footer, buttons }) => ({
		header: header && [
			header.format === 'TEXT'
				? { type: 'TEXT', text: header.text }
				: { type: header.format, url: SAMPLES[header.format] },
		],
		body: body === null ? null : [{ type: 'TEXT', text: body }],
		footer: [...(footer === null ? [] : [{ type: 'TEXT', text: footer }]), ...buttons],
	}),
};

/** A template in the response of the service. */
export const wireOf = (template: Template): Record<string, unknown> => ({
	id: template.id,
	name: template.name,
	...SHAPES[template.shape](template),
	status: template.status,
	category: template.category,
});

const id = (digit: string) => `${digit.repeat(8)}-aaaa-4aaa-8aaa-${digit.repeat(12)}`;

const START: z.input<typeof templateSchema>[] = [
	{
		id: id('1'),
		name: 'order_update',
		header: { format: 'TEXT', text: 'Your order' },
		body: 'Hello {{1}}, your order {{2}} is on its way.',
		footer: 'Sent by the shop',
	},
	{
		id: id('2'),
		name: 'welcome',
		category: 'MARKETING',
		body: 'Welcome! We are glad to have you with us.',
		shape: 'text',
	},
	{
		id: id('3'),
		name: 'spring_sale',
		category: 'MARKETING',
		header: { format: 'IMAGE' },
		body: 'Hello {{1}}, spring is here: *{{2}}* off until Sunday.\n\nShall we keep something for you?',
		footer: 'You get this because you are a member',
		buttons: [
			{ type: 'QUICK_REPLY', text: 'Yes, please' },
			{ type: 'QUICK_REPLY', text: 'Not now' },
		],
		shape: 'components',
	},
	{
		id: id('4'),
		name: 'invoice',
		header: { format: 'DOCUMENT' },
		body: 'Dear {{1}}, here is invoice {{2}} of {{3}}.',
	},
	{
		id: id('5'),
		name: 'track_parcel',
		body: 'Your parcel {{1}} left our house today.',
		buttons: [
			{ type: 'URL', text: 'Track parcel', url: 'https://shop.example/track/{{1}}' },
			{ type: 'PHONE_NUMBER', text: 'Call us', phone: '+6281100000001' },
		],
		shape: 'components',
	},
	{
		id: id('6'),
		name: 'login_code',
		category: 'AUTHENTICATION',
		body: '{{1}} is your code. Share it with nobody.',
		shape: 'text',
	},
	{
		id: id('7'),
		name: 'winter_sale',
		status: 'Pending',
		category: 'MARKETING',
		body: 'Hello {{1}}, the winter sale begins.',
	},
	{
		id: id('8'),
		name: 'lottery',
		status: 'Rejected',
		category: 'MARKETING',
		body: 'You won!',
		shape: 'text',
	},
];

export const startTemplates = (): Map<string, Template> =>
	new Map(START.map((template) => [template.id, templateSchema.parse(template)]));
