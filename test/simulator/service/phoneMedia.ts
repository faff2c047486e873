import { isLoopback } from '../core/loopback';
import type { PhoneMedia } from './message';

/** A file on the phone. The phone shows only the name of a file that is not on loopback. */
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
