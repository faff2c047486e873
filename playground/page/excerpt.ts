import type { PhoneMedia, PhoneMessage } from '../contract';
import { spansOf, wordsOf } from './spans';

/** Enough for every width: the style cuts the rest. */
const EXCERPT_LENGTH = 160;

export const mediaName = {
	image: 'Picture',
	video: 'Video',
	audio: 'Sound',
	document: 'Document',
} as const satisfies Record<PhoneMedia['kind'], string>;

/** A message on one line. */
export function excerptOf(message: PhoneMessage): string {
	const { media } = message;
	const words = message.text === '' ? (message.title ?? '') : message.text;
	// Cut first: marks are only looked for in what is shown.
	const line = wordsOf(spansOf(words.slice(0, EXCERPT_LENGTH)))
		.replace(/\s+/g, ' ')
		.trim();
	if (media === null) return line;
	const name = media.kind === 'document' ? media.fileName : mediaName[media.kind];
	return line === '' ? name : `${name} · ${line}`;
}

/** The letters that stand for a name, or none where it is a number. */
export function initialsOf(name: string): string {
	const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
	return words
		.slice(0, 2)
		.map((word) => (/^\p{L}/u.exec(word)?.[0] ?? '').toUpperCase())
		.join('');
}
