type TemplateButton =
	| { type: 'QUICK_REPLY'; text: string }
	| { type: 'URL'; text: string; url: string }
	| { type: 'PHONE_NUMBER'; text: string; phone: string };

/** A template as the simulator keeps it. The documentation does not show its inner parts: see wireOf. */
export interface Template {
	id: string;
	name: string;
	status: 'Pending' | 'Approved' | 'Rejected';
	category: string;
	header: { format: 'TEXT'; text: string } | { format: 'IMAGE' | 'DOCUMENT' } | null;
	body: string;
	footer: string | null;
	/** Of one kind: replies or actions. */
	buttons: TemplateButton[];
	shape: 'text' | 'object' | 'components' | 'typed';
}

export const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

/** The placeholders of a text, each once: '{{1}}' gives '1'. */
export const placeholdersOf = (text: string): string[] => [
	...new Set([...text.matchAll(PLACEHOLDER)].map(([, key]) => key ?? '')),
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
		body: { text: body },
		footer:
			footer === null && buttons.length === 0
				? null
				: { ...(footer !== null && { text: footer }), ...(buttons.length > 0 && { buttons }) },
	}),
	components: ({ header, body, footer, buttons }) => ({
		header: header && [{ type: 'HEADER', ...header }],
		body: [{ type: 'BODY', text: body }],
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
		body: [{ type: 'TEXT', text: body }],
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

const PLAIN = {
	status: 'Approved',
	category: 'UTILITY',
	header: null,
	footer: null,
	shape: 'object',
} as const;

const START: (Partial<Template> & Pick<Template, 'name' | 'body'>)[] = [
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
		shape: 'typed',
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
			return [id, { ...PLAIN, buttons: [], ...template, id }];
		}),
	);
