export type Outcome =
	| 'accepted'
	| 'refused'
	| 'limited'
	| 'unauthorised'
	| 'unknown'
	| 'unreadable'
	/** A fault struck before processing. */
	| 'faulted'
	/** Still under way. */
	| 'open';

export interface Entry {
	/** The service's clock. */
	at: string;
	/** A real clock that only goes forward. */
	ms: number;
	method: string;
	path: string;
	query: string;
	accept: string;
	contentType: string;
	body: string;
	endpoint: string | null;
	outcome: Outcome;
	status: number | null;
}

const LONGEST_TEXT = 10_000;

/** Masks passwords and keys, however their names are encoded. */
const masked = (fields: string) =>
	fields.replace(/(^|[?&])([^=&]*)=[^&]*/g, (pair, joint: string, name: string) =>
		SECRET.test(decoded(name)) ? `${joint}${name}=***` : pair,
	);

const SECRET = /^(password|apikey)$/i;

function decoded(name: string): string {
	try {
		return decodeURIComponent(name.replaceAll('+', ' '));
	} catch {
		return name;
	}
}

const JSON_PASSWORD = /("password"\s*:\s*")(?:[^"\\]|\\.)*/gi;

export class Journal {
	private entries: Entry[] = [];

	private dropped = 0;

	constructor(private readonly capacity: number) {}

	open({
		url,
		...seen
	}: Pick<Entry, 'at' | 'method' | 'accept' | 'contentType'> & { url: string }): Entry {
		const [path = '', ...query] = url.split('?');
		const entry: Entry = {
			ms: performance.now(),
			...seen,
			path: path.slice(0, LONGEST_TEXT),
			query: masked(query.join('?').slice(0, LONGEST_TEXT)),
			body: '',
			endpoint: null,
			outcome: 'open',
			status: null,
		};
		this.entries.push(entry);
		// A simulator that runs for days stays small.
		if (this.entries.length > this.capacity) {
			this.entries.shift();
			this.dropped++;
		}
		return entry;
	}

	list(): { entries: Entry[]; dropped: number } {
		return { entries: [...this.entries], dropped: this.dropped };
	}

	clear(): void {
		this.entries = [];
		this.dropped = 0;
	}
}

/** Notes the beginning of a body, without the password of a form. */
export function noteBody(entry: Entry, body: Buffer): void {
	const text = body.subarray(0, LONGEST_TEXT).toString('utf8');
	// Only the SMS host takes a password. A client may send it with a wrong content type.
	const isForm = /urlencoded/i.test(entry.contentType) || entry.endpoint === 'sms.send';
	entry.body = isForm ? masked(text).replace(JSON_PASSWORD, '$1***') : text;
}
