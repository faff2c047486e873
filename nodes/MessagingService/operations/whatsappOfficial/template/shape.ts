import { faultOfData, isPlainRecord, opened } from '../../../../plain';

export const PLACEHOLDER = /\{\{\s*([^{}\s]{1,64})\s*\}\}/g;

const word = (value: unknown): string => (typeof value === 'string' ? value.toUpperCase() : '');

const TEXT_PLACES = ['HEADER', 'BODY', 'FOOTER'] as const;

type TextPlace = (typeof TEXT_PLACES)[number];

const textPlace = (name: unknown) => TEXT_PLACES.find((one) => one === word(name));

export const HEADER_FILES = ['IMAGE', 'DOCUMENT'] as const;

export type HeaderFile = (typeof HEADER_FILES)[number];

const headerFileIn = (name: unknown) => HEADER_FILES.find((one) => one === word(name).trim());

/** Recipients see only the text under these keys. Other keys hold a language code or a URL, for example. */
const TEXT_KEY = /^(text|title|content|value|header|body|footer)$/i;

const BUTTON_TYPES = new Set(['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE', 'FLOW', 'OTP']);

/** Both a header file and a button have a URL. */
const isButton = (value: unknown): value is Record<string, unknown> =>
	isPlainRecord(value) &&
	(BUTTON_TYPES.has(word(value.type)) ||
		('url' in value && !headerFileIn(value.type) && !headerFileIn(value.format)));

const isOpen = (value: unknown) => typeof value === 'string' && value.search(PLACEHOLDER) >= 0;

type Parts = Readonly<Record<string, unknown>>;

/** The service does not document the inner structure of a template, so it is searched at any depth. */
function searched(template: Parts) {
	/** Such as '1' for {{1}}. */
	const placeholders = new Set<string>();
	const texts: Record<TextPlace, string[]> = { HEADER: [], BODY: [], FOOTER: [] };
	const buttons: string[] = [];
	/** Buttons that take a value. Their `index` counts the other buttons too. */
	const dynamicButtons: { index: number; title: string }[] = [];
	let headerFile: HeaderFile | undefined;

	const addButtons = (all: readonly Record<string, unknown>[]) => {
		for (const [index, button] of all.entries()) {
			const title = [button.text, button.title].find((name) => typeof name === 'string');
			if (title !== undefined) buttons.push(title);
			const takesValue = Object.entries(button).some(
				([key, inner]) => !/^(examples?|text|title)$/i.test(key) && isOpen(inner),
			);
			if (takesValue) dynamicButtons.push({ index, title: title ?? 'URL' });
		}
	};
	const searchIn = (
		value: unknown,
		place: TextPlace | undefined,
		isWhole = true,
		isText = true,
	) => {
		if (typeof value === 'string') {
			if (place === 'BODY') {
				for (const [, key = ''] of value.matchAll(PLACEHOLDER)) placeholders.add(key);
			}
			// A header may be only the name of a format, such as IMAGE. Deeper inside, the same word is text.
			const file = place === 'HEADER' && isWhole ? headerFileIn(value) : undefined;
			headerFile = file ?? headerFile;
			if (place && isText && !file && value.trim() !== '') texts[place].push(value);
		} else if (Array.isArray(value)) {
			if (value.length > 0 && value.every(isButton)) addButtons(value);
			else for (const entry of value) searchIn(entry, place, false);
		} else if (isPlainRecord(value)) {
			const { type, format, ...others } = value;
			const inside = textPlace(type) ?? place;
			if (inside === 'HEADER')
				headerFile = headerFileIn(type) ?? headerFileIn(format) ?? headerFile;
			for (const [key, inner] of Object.entries(others)) {
				// Examples contain sample values and no placeholders.
				if (/^examples?$/i.test(key)) continue;
				searchIn(inner, textPlace(key) ?? inside, false, TEXT_KEY.test(key));
			}
		}
	};
	for (const place of [...TEXT_PLACES, undefined]) {
		const part = opened(template[place?.toLowerCase() ?? 'buttons']);
		// JSON inside a text can be nested deeper than what holds it.
		if (faultOfData(part) === undefined) searchIn(part, place);
	}
	return { placeholders, headerFile, texts, buttons, dynamicButtons };
}

/** Each item of a list asks for the shape of the same template several times. */
const shapes = new WeakMap<Parts, ReturnType<typeof searched>>();

export function templateShape(template: Parts) {
	const shape = shapes.get(template) ?? searched(template);
	shapes.set(template, shape);
	return shape;
}
