import { extensionOf, type FileType } from '../../../nodes/service/mediaTypes';
import { isLoopback } from '../core/loopback';

/** What is known of a file behind a URL; the service downloads it, and so does the simulator where it lies on loopback. */
export interface RemoteFile {
	type: FileType;
	name: string;
}

const PATIENCE_MS = 5000;

export const fileNameOf = (url: string): string =>
	decodeURIComponentOr(new URL(url).pathname.split('/').pop() ?? '');

function decodeURIComponentOr(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** How many bytes a body has, or more than the most that is of interest. */
async function sizeOf(response: Response, most: number): Promise<number> {
	const declared = Number(response.headers.get('content-length') ?? Number.NaN);
	if (declared > most) {
		await response.body?.cancel();
		return declared;
	}
	if (response.body === null) return 0;
	let size = 0;
	for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
		size += chunk.length;
		if (size > most) break;
	}
	return size;
}

/** In words what is wrong with the file behind a URL, or the file. */
export async function remoteFile(
	url: string,
	types: readonly FileType[],
): Promise<RemoteFile | string> {
	const name = fileNameOf(url);
	const extension = extensionOf(name);
	const named = types.find(({ extensions }) => extensions.includes(extension));
	if (extension !== '' && named === undefined) return `files of type ${extension} are not allowed`;
	if (!isLoopback(url)) {
		return named ? { type: named, name } : 'the type of the file cannot be told from the URL';
	}
	let response: Response;
	try {
		response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) });
	} catch {
		return 'the file could not be downloaded';
	}
	try {
		if (response.status !== 200) {
			await response.body?.cancel();
			return `the file could not be downloaded (HTTP ${response.status})`;
		}
		const mime = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
		const type = named ?? types.find((candidate) => candidate.mime === mime);
		if (type === undefined) return 'files of this type are not allowed';
		const size = await sizeOf(response, type.largest);
		if (size > type.largest) return `the file is larger than ${type.largest} bytes`;
		return { type, name: name === '' ? `file.${type.extensions[0] ?? ''}` : name };
	} catch {
		return 'the file could not be downloaded';
	}
}
