export class ItemFile {
	readonly fileName: string | undefined;

	constructor(
		fileName: string | undefined,
		readonly mimeType: string,
		readonly size: number,
		private readonly identity: string,
		readonly read: () => Promise<Buffer>,
	) {
		const name = fileName?.trim();
		this.fileName = name === '' ? undefined : name;
	}

	/** Requests are compared by their JSON, so this JSON must be the same for the same file. */
	toJSON(): unknown {
		const { fileName, mimeType, size, identity } = this;
		return { fileName, mimeType, size, identity };
	}
}
