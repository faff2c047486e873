export class ItemFile {
	readonly fileName: string | undefined;

	constructor(
		fileName: string | undefined,
		readonly mimeType: string,
		readonly size: number,
		private readonly identity: string,
		readonly read: () => Promise<Buffer>,
		/** Its first bytes, which show its type; undefined if they could not be read. */
		readonly beginning?: Buffer,
	) {
		const name = fileName?.trim();
		this.fileName = name === '' ? undefined : name;
	}

	/** The ledger compares requests by their JSON: this is what makes two files the same. */
	toJSON(): unknown {
		const { fileName, mimeType, size, identity } = this;
		return { fileName, mimeType, size, identity };
	}
}
