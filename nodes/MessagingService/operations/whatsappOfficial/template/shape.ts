import { isPlainRecord, opened } from '../../../../plain';

const DEEPEST = 20;
const MOST = 100;

export const PLACEHOLDER = /\{\{\s*([^{}\s]{1,64})\s*\}\}/g;

const word = (value: unknown): string => (typeof value === 'string' ? value.toUpperCase() : '');

const TEXT_PLACES = ['HEADER', 'BODY', 'FOOTER'] as const;

const textPlace = (name: unknown) => TEXT_PLACES.find((one) => one === word(name));

export const HEADER_FILES = ['IMAGE', 'DOCUMENT'] as const;

export type HeaderFile = (typeof HEADER_FILES)[number];

const headerFile = (name: unknown) => HEADER_FILES.find((one) => one === word(name).trim());

/** Recipients see only the text under these keys. Other keys hold a language code or a URL, for example. */
const TEXT_KEY = /^(text|title|content|value|header|body|footer)$/i;

const BUTTON_TYPES = new Set(['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE', 'FLOW', 'OTP']);

/** Both a header file and a button have a URL. */
const isButton = (value: unknown): value is Record<string, unknown> =>
	isPlainRecord(value) &&
	(BUTTON_TYPES.has(word(value.type)) ||
		('url' in value && !headerFile(value.type) && !headerFile(value.format)));

type TextPlace = (typeof TEXT_PLACES)[number];
type Place = TextPlace | 'BUTTONS';

type Parts = Partial<Record<'header' | 'body' | 'footer' | 'buttons', unknown>>;

/** The service does not document the inner structure of a template, so this class searches it at any depth. */
class TemplateShape {
	/** Such as '1' for {{1}}. */
	readonly placeholders = new Set<string>();

	headerFile: HeaderFile | undefined;

	readonly texts: Record<TextPlace, string[]> = { HEADER: [], BODY: [], FOOTER: [] };

	readonly buttons: string[] = [];

	/** Buttons that take a value. Their `index` counts the other buttons too. */
	readonly dynamicButtons: { index: number; title: string }[] = [];

	constructor({ header, body, footer, buttons }: Parts) {
		this.search(opened(header), 'HEADER');
		this.search(opened(body), 'BODY');
		this.search(opened(footer), 'FOOTER');
		this.search(opened(buttons), 'BUTTONS');
	}

	private search(value: unknown, place: Place, depth = 0, isText = true): void {
		if (depth > DEEPEST || this.placeholders.size > MOST) return;
		if (typeof value === 'string') {
			this.addText(value, place, depth, isText);
		} else if (Array.isArray(value)) {
			if (value.length > 0 && value.every(isButton)) this.addButtons(value);
			else for (const entry of value) this.search(entry, place, depth + 1);
		} else if (isPlainRecord(value)) {
			this.searchComponent(value, place, depth);
		}
	}

	private addText(value: string, place: Place, depth: number, isText: boolean): void {
		if (place === 'BODY') {
			for (const [, key = ''] of value.matchAll(PLACEHOLDER)) this.placeholders.add(key);
		}
		// A header may be only the name of a format, such as IMAGE. Deeper inside, the same word is text.
		const file = place === 'HEADER' && depth === 0 ? headerFile(value) : undefined;
		this.headerFile = file ?? this.headerFile;
		if (!isText || file !== undefined || place === 'BUTTONS') return;
		if (value.trim() !== '' && this.texts[place].length < MOST) this.texts[place].push(value);
	}

	private searchComponent(value: Record<string, unknown>, place: Place, depth: number): void {
		const inside = textPlace(value.type) ?? place;
		if (inside === 'HEADER') {
			this.headerFile = headerFile(value.type) ?? headerFile(value.format) ?? this.headerFile;
		}
		for (const [key, inner] of Object.entries(value)) {
			// Examples contain sample values and no placeholders.
			if (/^examples?$/i.test(key) || key === 'type' || key === 'format') continue;
			this.search(inner, textPlace(key) ?? inside, depth + 1, TEXT_KEY.test(key));
		}
	}

	private addButtons(buttons: readonly Record<string, unknown>[]): void {
		for (const [index, button] of buttons.entries()) {
			const title = [button.text, button.title].find((name) => typeof name === 'string');
			if (title !== undefined && this.buttons.length < MOST) this.buttons.push(title);
			const texts = Object.entries(button).filter(
				([key]) => !/^(examples?|text|title)$/i.test(key),
			);
			const isOpen = texts.some(
				([, inner]) => typeof inner === 'string' && inner.search(PLACEHOLDER) >= 0,
			);
			if (!isOpen) continue;
			this.dynamicButtons.push({ index, title: title ?? 'URL' });
		}
	}
}

const shapes = new WeakMap<Parts, TemplateShape>();

export function templateShape(template: Parts): TemplateShape {
	const shape = shapes.get(template) ?? new TemplateShape(template);
	shapes.set(template, shape);
	return shape;
}
