import { randomBytes } from 'node:crypto';

export interface StoredFile {
	bytes: Buffer;
	mime: string;
	name: string;
}

const MOST_BYTES = 64 * 1024 * 1024;

/** The newest files of messages, which the phone shows. */
export class Files {
	private readonly byId = new Map<string, StoredFile>();

	private bytes = 0;

	add(file: StoredFile): string {
		const id = randomBytes(9).toString('base64url');
		this.byId.set(id, file);
		this.bytes += file.bytes.length;
		for (const [oldest, { bytes }] of this.byId) {
			if (this.bytes <= MOST_BYTES) break;
			this.byId.delete(oldest);
			this.bytes -= bytes.length;
		}
		return id;
	}

	get(id: string): StoredFile | undefined {
		return this.byId.get(id);
	}
}
