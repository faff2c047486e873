import { isLoopback } from '../core/loopback';
import type { PhoneMedia } from './message';

/** A file as the phone shows it: one that does not lie on loopback is named only. */
export const phoneMedia = (
	kind: PhoneMedia['kind'],
	url: string,
	fileName: string,
): PhoneMedia => ({
	kind,
	url: isLoopback(url) ? url : null,
	fileName,
});

export function mediaKindOf(mime: string): PhoneMedia['kind'] {
	const kind = mime.split('/')[0];
	return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document';
}
