export class ItemFile {
	readonly fileName: string | undefined;

	constructor(
		fileName: string | undefined,
		readonly mimeType: string,
		readonly size: number,
		private readonly identity: string,
		readonly read: () => Promise<Buffer>,
		/** The first bytes of the file, which show its type. Undefined if they could not be read. */
		readonly beginning?: Buffer,
	) {
		const name = fileName?.trim();
		this.fileName = name === '' ? undefined : name;
	}

	/** Requests are compared by their JSON. This is what makes two files the same. */
	toJSON(): unknown {
		const { fileName, mimeType, size, identity } = this;
		return { fileName, mimeType, size, identity };
	}
}
