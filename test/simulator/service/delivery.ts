import { Agent, request } from 'node:http';

import type { CallbackKind } from '../settings';
import { withQuery, type Push } from './callbacks';

/** Ends a callback whose receiver does not finish its response. */
const PATIENCE_MS = 60_000;

/** The status of a receiver's response, or null without a response. */
type Status = number | null;

/** Sends callbacks to the registered URLs. Those of one message keep their order, those of several run in parallel. */
export class Deliveries {
	/** The URLs of each kind. Each gets every callback of the kind. */
	readonly urls = new Map<CallbackKind, readonly string[]>();

	/** How many callbacks got another response than 2xx, or none. */
	failed = 0;

	private readonly agent = new Agent({ keepAlive: true, maxSockets: 50 });

	/** The last callback under way of each message to each URL. */
	private readonly lines = new Map<string, Promise<Status>>();

	/** A reset raises it. Callbacks of an earlier generation are dropped. */
	private generation = 0;

	constructor(private readonly pushed: (kind: CallbackKind, push: Push) => void) {}

	/** Sends a callback of the message with this reference to each URL of its kind. */
	push(kind: CallbackKind, ref: string, push: Push | undefined): void {
		if (push === undefined) return;
		this.pushed(kind, push);
		for (const url of this.urls.get(kind) ?? []) {
			this.enqueue(`${ref} ${url}`, url, push);
		}
	}

	/** What each URL of a kind responds to the callback under way with this reference. */
	responses(kind: CallbackKind, ref: string): Promise<Status[]> {
		const urls = this.urls.get(kind) ?? [];
		return Promise.all(urls.map(async (url) => (await this.lines.get(`${ref} ${url}`)) ?? null));
	}

	/** Waits until no callback is under way. */
	async idle(): Promise<void> {
		while (this.lines.size > 0) await Promise.all(this.lines.values());
	}

	reset(): void {
		this.generation++;
		this.failed = 0;
		this.urls.clear();
		this.lines.clear();
	}

	stop(): void {
		this.reset();
		this.agent.destroy();
	}

	private enqueue(name: string, url: string, push: Push): void {
		const { generation } = this;
		const line = (this.lines.get(name) ?? Promise.resolve()).then(async () => {
			if (generation !== this.generation) return null;
			const status = await this.send(url, push).catch(() => null);
			if (status === null || status < 200 || status > 299) this.failed++;
			return status;
		});
		this.lines.set(name, line);
		void line.then(() => {
			if (this.lines.get(name) === line) this.lines.delete(name);
		});
	}

	private send(
		registered: string,
		{ method, query, contentType, body = '' }: Push,
	): Promise<Status> {
		const url = query === undefined ? registered : withQuery(registered, query);
		const { agent } = this;
		return new Promise((resolve, reject) => {
			const headers = {
				...(contentType !== undefined && { 'content-type': contentType }),
				...(method === 'POST' && { 'content-length': Buffer.byteLength(body) }),
			};
			const signal = AbortSignal.timeout(PATIENCE_MS);
			const outgoing = request(url, { method, agent, signal, headers }, (response) => {
				response.on('close', () => {
					resolve(response.statusCode ?? null);
				});
				response.resume();
			});
			outgoing.on('error', reject);
			outgoing.end(body);
		});
	}
}
