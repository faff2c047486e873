import { Ring } from '../core/ring';
import type { FaultKind } from './faults';

/** What became of a request at the service. */
export type Outcome =
	| 'accepted'
	| 'refused'
	| 'limited'
	| 'unauthorised'
	| 'unknown'
	| 'unreadable'
	/** Never processed: a fault came first. */
	| 'faulted'
	/** Still under way. */
	| 'open';

export interface Entry {
	id: number;
	/** On the service's clock. */
	at: string;
	/** On a real clock that only goes forward. */
	ms: number;
	method: string;
	path: string;
	query: string;
	accept: string;
	contentType: string;
	body: string;
	bodyBytes: number;
	account: string | null;
	endpoint: string | null;
	outcome: Outcome;
	fault: FaultKind | null;
	status: number | null;
	ref_no: string | null;
}

const LONGEST_TEXT = 10_000;

/** Whatever the type of the body, and however the name is written: a password is no part of the journal. */
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

/** Everything that was received, and what became of it. */
export class Journal {
	private readonly ring: Ring<Entry>;

	private count = 0;

	constructor(capacity: number) {
		this.ring = new Ring(capacity);
	}

	open(seen: Pick<Entry, 'at' | 'method' | 'accept' | 'contentType'> & { url: string }): Entry {
		const { url, at, method, accept, contentType } = seen;
		const [path = '', ...query] = url.split('?');
		const entry: Entry = {
			id: ++this.count,
			at,
			ms: performance.now(),
			method,
			path: path.slice(0, LONGEST_TEXT),
			query: masked(query.join('?').slice(0, LONGEST_TEXT)),
			accept,
			contentType,
			body: '',
			bodyBytes: 0,
			account: null,
			endpoint: null,
			outcome: 'open',
			fault: null,
			status: null,
			ref_no: null,
		};
		this.ring.add(entry);
		return entry;
	}

	/** The entries after the one with this id. */
	list(after = 0): { entries: Entry[]; dropped: number } {
		const entries = this.ring.list().filter(({ id }) => id > after);
		return { entries, dropped: this.ring.dropped };
	}

	clear(): void {
		this.ring.clear();
	}
}

/** As much of a body as is kept, without the password of a form. */
export function noteBody(entry: Entry, body: Buffer): void {
	entry.bodyBytes = body.length;
	const text = body.subarray(0, LONGEST_TEXT).toString('utf8');
	// Only the SMS host takes a password, as form fields; it may come under another type by mistake.
	const isForm = /urlencoded/i.test(entry.contentType) || entry.endpoint === 'sms.send';
	entry.body = isForm ? masked(text).replace(JSON_PASSWORD, '$1***') : text;
}
