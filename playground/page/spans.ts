/** Text with the marks that people write into messages, taken apart. The page makes elements of it, never markup. */
export type Span =
	| { kind: 'text'; text: string }
	| { kind: 'link'; text: string }
	| { kind: 'bold' | 'italic' | 'strike' | 'code'; spans: Span[] };

const MARKS = { '*': 'bold', _: 'italic', '~': 'strike', '`': 'code' } as const;
type Mark = keyof typeof MARKS;

export const markOf = { bold: '*', italic: '_', strike: '~', code: '`' } as const;

const LINK = /https?:\/\/[^\s<>"'`]+/iy;
// A sentence's own signs at the end of a link are not part of it, nor are the marks around it.
const AFTER_LINK = /[.,;:!?)\]}*_~]+$/;

const isMark = (sign: string | undefined): sign is Mark => sign !== undefined && sign in MARKS;
const isWord = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
const isSpace = (sign: string | undefined) => sign === undefined || /\s/.test(sign);

function linkAt(text: string, at: number): string | null {
	LINK.lastIndex = at;
	const found = LINK.exec(text)?.[0].replace(AFTER_LINK, '');
	return found !== undefined && URL.canParse(found) ? found : null;
}

function closeOf(text: string, mark: Mark, from: number): number {
	for (let at = from; at < text.length && text[at] !== '\n'; at++) {
		if (text[at] === mark && !isSpace(text[at - 1]) && !isWord(text[at + 1])) return at;
	}
	return -1;
}

function parse(text: string, allowed: readonly Mark[]): Span[] {
	const spans: Span[] = [];
	// Up to where a mark is known not to close: without it, a row of marks would cost its square.
	const unclosed = new Map<Mark, number>();
	let plain = 0;
	let at = 0;
	const take = (end: number, span: Span) => {
		if (plain < at) spans.push({ kind: 'text', text: text.slice(plain, at) });
		spans.push(span);
		plain = at = end;
	};
	while (at < text.length) {
		const sign = text[at];
		const begins = !isWord(text[at - 1]);
		if ((sign === 'h' || sign === 'H') && begins) {
			const link = linkAt(text, at);
			if (link !== null) {
				take(at + link.length, { kind: 'link', text: link });
				continue;
			}
		}
		if (
			isMark(sign) &&
			begins &&
			allowed.includes(sign) &&
			!isSpace(text[at + 1]) &&
			at >= (unclosed.get(sign) ?? 0)
		) {
			const end = closeOf(text, sign, at + 2);
			if (end < 0) {
				const line = text.indexOf('\n', at);
				unclosed.set(sign, line < 0 ? text.length : line);
			} else {
				const inner = text.slice(at + 1, end);
				const spansWithin: Span[] =
					sign === '`'
						? [{ kind: 'text', text: inner }]
						: parse(
								inner,
								// No mark twice, so that nesting ends.
								allowed.filter((mark) => mark !== sign),
							);
				take(end + 1, { kind: MARKS[sign], spans: spansWithin });
				continue;
			}
		}
		at++;
	}
	if (plain < text.length) spans.push({ kind: 'text', text: text.slice(plain) });
	return spans;
}

export function spansOf(text: string): Span[] {
	return parse(text, ['*', '_', '~', '`']);
}

/** The words alone, without marks. */
export function wordsOf(spans: readonly Span[]): string {
	return spans.map((span) => ('text' in span ? span.text : wordsOf(span.spans))).join('');
}
