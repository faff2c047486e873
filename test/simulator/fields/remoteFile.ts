import { isLoopback } from '../core/loopback';
import type { FileKind } from '../facts/files';
import { fileKind } from './fileKind';

/** A file behind a URL. The simulator downloads only from loopback. */
interface RemoteFile {
	/** Undefined for a file elsewhere whose name does not show its kind. */
	kind: FileKind | undefined;
	name: string;
}

const PATIENCE_MS = 60_000;

export function fileNameOf(url: string): string {
	const name = new URL(url).pathname.split('/').pop() ?? '';
	try {
		return decodeURIComponent(name);
	} catch {
		return name;
	}
}

/** The size of a file, or what was read of one that is too large. */
async function sizeOf(response: Response, most: number): Promise<number> {
	const declared = Number(response.headers.get('content-length') ?? Number.NaN);
	let size = 0;
	// A body is an iterable of bytes. Its type does not say so.
	for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
		size += chunk.length;
		if (size > most || declared > most) break;
	}
	return Math.max(size, declared || 0);
}

/** A file that the simulator does not download. Only its name can refuse it. */
function elsewhere(name: string, kinds: readonly FileKind[]): RemoteFile | string {
	const kind = fileKind(kinds, { name });
	if (kind === 'other') return `files like ${name} are not allowed`;
	return { kind: kind === 'unknown' ? undefined : kind, name };
}

/** The file behind a URL, or words that say what is wrong with it. */
export async function remoteFile(
	url: string,
	kinds: readonly FileKind[],
): Promise<RemoteFile | string> {
	const name = fileNameOf(url);
	if (!isLoopback(url)) return elsewhere(name, kinds);
	try {
		const response = await fetch(url, {
			redirect: 'manual',
			signal: AbortSignal.timeout(PATIENCE_MS),
		});
		if (response.status !== 200) {
			await response.body?.cancel();
			return `the file could not be downloaded (HTTP ${response.status})`;
		}
		const mime = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
		const most = Math.max(...kinds.map(({ largest }) => largest));
		const size = await sizeOf(response, most);
		if (size === 0) return 'the file is empty';
		const kind = fileKind(kinds, { mime, name });
		if (kind === 'unknown') return 'what kind of file this is cannot be told';
		if (kind === 'other') return 'files of this type are not allowed';
		if (size > kind.largest) return `the file is larger than ${kind.largest} bytes`;
		return { kind, name: name === '' ? `file.${kind.extensions[0] ?? ''}` : name };
	} catch {
		return 'the file could not be downloaded';
	}
}
