import type { PhoneMessage } from '../contract';

/** Text with the marks that people write into messages, taken apart. The page makes elements of it, never markup. */
export type Span = string | { link: string } | { mark: Mark; spans: Span[] };

type Mark = '*' | '_' | '~' | '`';

/** The bound keeps a text full of marks from taking the square of its length. */
const MARKED =
	/(?<![\p{L}\p{N}])(?:(?<link>https?:\/\/[^\s<>"'`]+)|(?<mark>[*_~`])(?<inner>(?=\S)[^\n]{0,1000}?\S)\k<mark>(?![\p{L}\p{N}]))/giu;
// A sentence's own signs at the end of a link are not part of it, nor are the marks around it.
const AFTER_LINK = /[.,;:!?)\]}*_~]+$/;

export function spansOf(text: string): Span[] {
	const spans: Span[] = [];
	let from = 0;
	for (const { index, 0: whole, groups = {} } of text.matchAll(MARKED)) {
		const { link: begun, mark, inner = '' } = groups;
		const link = begun?.replace(AFTER_LINK, '');
		if (link !== undefined && !URL.canParse(link)) continue;
		if (index > from) spans.push(text.slice(from, index));
		from = index + (link ?? whole).length;
		if (link !== undefined) spans.push({ link });
		// The pattern finds no other signs.
		else spans.push({ mark: mark as Mark, spans: mark === '`' ? [inner] : spansOf(inner) });
	}
	if (from < text.length) spans.push(text.slice(from));
	return spans;
}

/** The words alone, without marks. */
function wordsOf(span: Span): string {
	if (typeof span === 'string') return span;
	return 'link' in span ? span.link : span.spans.map(wordsOf).join('');
}

/** Enough for every width: the style cuts the rest. */
const EXCERPT_LENGTH = 160;

export const mediaName = {
	image: 'Picture',
	video: 'Video',
	audio: 'Sound',
	document: 'Document',
} as const;

/** A message on one line. */
export function excerptOf({ text, title = '', media }: PhoneMessage): string {
	const words = spansOf((text === '' ? title : text).slice(0, EXCERPT_LENGTH)).map(wordsOf);
	const name = media?.kind === 'document' ? media.fileName : media && mediaName[media.kind];
	return [name, words.join('').replace(/\s+/g, ' ').trim()].filter(Boolean).join(' · ');
}

/** The letters that stand for a name, or none where it is a number. */
export const initialsOf = (name: string): string =>
	[...name.matchAll(/(?<!\S)\p{L}/gu)]
		.slice(0, 2)
		.map(([letter]) => letter.toUpperCase())
		.join('');
