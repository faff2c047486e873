import { z } from 'zod/v4';

const text = z.string().min(1);

const button = z.discriminatedUnion('type', [
	z.object({ type: z.literal('QUICK_REPLY'), text }).strict(),
	z.object({ type: z.literal('URL'), text, url: text }).strict(),
	z.object({ type: z.literal('PHONE_NUMBER'), text, phone: text }).strict(),
]);

type TemplateButton = z.infer<typeof button>;

/** A template as the simulator keeps it. The documentation does not show its inner parts: see wireOf. */
export const templateSchema = z
	.object({
		id: z.uuid(),
		name: text,
		status: z.enum(['Pending', 'Approved', 'Rejected']).default('Approved'),
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

const START: Omit<z.input<typeof templateSchema>, 'id'>[] = [
	{
		name: 'order_update',
		header: { format: 'TEXT', text: 'Your order' },
		body: 'Hello {{1}}, your order {{2}} is on its way.',
		footer: 'Sent by the shop',
	},
	{
		name: 'welcome',
		category: 'MARKETING',
		body: 'Welcome! We are glad to have you with us.',
		shape: 'text',
	},
	{
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
		name: 'invoice',
		header: { format: 'DOCUMENT' },
		body: 'Dear {{1}}, here is invoice {{2}} of {{3}}.',
	},
	{
		name: 'track_parcel',
		body: 'Your parcel {{1}} left our house today.',
		buttons: [
			{ type: 'URL', text: 'Track parcel', url: 'https://shop.example/track/{{1}}' },
			{ type: 'PHONE_NUMBER', text: 'Call us', phone: '+6280000000001' },
		],
		shape: 'components',
	},
	{
		name: 'login_code',
		category: 'AUTHENTICATION',
		body: '{{1}} is your code. Share it with nobody.',
		shape: 'text',
	},
	{
		name: 'winter_sale',
		status: 'Pending',
		category: 'MARKETING',
		body: 'Hello {{1}}, the winter sale begins.',
	},
	{
		name: 'lottery',
		status: 'Rejected',
		category: 'MARKETING',
		body: 'You won!',
		shape: 'text',
	},
];

export const startTemplates = (): Map<string, Template> =>
	new Map(
		START.map((template, index) => {
			const digit = String(index + 1);
			const id = `${digit.repeat(8)}-aaaa-4aaa-8aaa-${digit.repeat(12)}`;
			return [id, templateSchema.parse({ ...template, id })];
		}),
	);
