import { Agent, request } from 'node:http';

import { Ring } from '../core/ring';
import type { ServiceClock } from '../core/clock';
import { isoTime } from '../core/serviceTime';
import type { CallbackKind, Settings } from '../settings';
import { withQuery, type Push } from './callbacks';

export interface Delivery {
	id: number;
	kind: CallbackKind;
	at: string;
	method: Push['method'];
	/** The registered URL and the called one, each with its token masked. */
	to: string;
	url: string;
	body: string;
	/** The receiver's response, or null without a response. */
	status: number | null;
	error: string | null;
	ref_no: string;
	attempt: number;
}

interface Order {
	kind: CallbackKind;
	url: string;
	push: Push;
	ref: string;
	attempt: number;
}

const RETRY_AFTER_MS = 1000;

/** Ends a callback whose receiver does not finish its response. */
const PATIENCE_MS = 60_000;

/** A token is for the receiver only. */
export const masked = (url: string) => url.replace(/([?&]token=)[^&#]*/g, '$1***');

const lineOf = ({ ref, url }: Pick<Order, 'ref' | 'url'>) => `${ref} ${url}`;

/** Sends callbacks to the registered URLs. Those of one message keep their order, those of several run in parallel. */
export class Deliveries {
	/** The URLs of each kind. Each gets every callback of the kind. */
	readonly urls = new Map<CallbackKind, readonly string[]>();

	private readonly log: Ring<Delivery>;

	private readonly agent = new Agent({ keepAlive: true, maxSockets: 50 });

	/** The last callback under way of each message to each URL. */
	private readonly lines = new Map<string, Promise<void>>();

	private count = 0;

	/** A reset raises it. Callbacks of an earlier generation are dropped. */
	private generation = 0;

	constructor(
		private readonly clock: ServiceClock,
		private readonly settings: () => Settings,
		private readonly asRead: (kind: CallbackKind, push: Push) => Push[],
		capacity: number,
	) {
		this.log = new Ring(capacity);
	}

	push(kind: CallbackKind, ref: string, push: Push | undefined): void {
		const urls = this.urls.get(kind) ?? [];
		if (urls.length === 0 || push === undefined) return;
		for (const url of urls) {
			for (const one of this.asRead(kind, push)) {
				const order = { kind, url, push: one, ref, attempt: 1 };
				this.enqueue(order);
			}
		}
	}

	list(): Delivery[] {
		return this.log.list();
	}

	/** The last delivery with this reference to a URL, once its receiver has responded. */
	async deliveryOf(ref: string, url: string): Promise<Delivery | undefined> {
		await this.lines.get(lineOf({ ref, url }));
		return this.list().findLast(({ ref_no, to }) => ref_no === ref && to === masked(url));
	}

	/** Waits until no callback is under way. */
	async idle(): Promise<void> {
		while (this.lines.size > 0) await Promise.all(this.lines.values());
	}

	reset(): void {
		this.generation++;
		this.urls.clear();
		this.lines.clear();
		this.log.clear();
	}

	stop(): void {
		this.reset();
		this.agent.destroy();
	}

	private enqueue(order: Order): void {
		const { generation } = this;
		const name = lineOf(order);
		const line = (this.lines.get(name) ?? Promise.resolve()).then(() =>
			generation === this.generation ? this.deliver(order, generation) : undefined,
		);
		this.lines.set(name, line);
		void line.then(() => {
			if (this.lines.get(name) === line) this.lines.delete(name);
		});
	}

	private async deliver(order: Order, generation: number): Promise<void> {
		const { kind, push, ref: ref_no, attempt } = order;
		const url = push.query ? withQuery(order.url, push.query) : order.url;
		const at = isoTime(this.clock.now());
		let [status, error]: [number | null, string | null] = [null, null];
		try {
			status = await this.send(url, push);
		} catch (fault) {
			error = fault instanceof Error ? fault.message : String(fault);
		}
		if (generation !== this.generation) return;
		this.log.add({
			...{ id: ++this.count, kind, at, method: push.method, body: push.body ?? '' },
			...{ to: masked(order.url), url: masked(url), status, error, ref_no, attempt },
		});
		const taken = status !== null && status >= 200 && status <= 299;
		if (taken || attempt > this.settings().callbackRetries) return;
		this.clock.after(RETRY_AFTER_MS, () => {
			if (generation === this.generation) this.enqueue({ ...order, attempt: attempt + 1 });
		});
	}

	/** Gives the status of the response. */
	private send(
		url: string,
		{ method, contentType, body = '', headers: more }: Push,
	): Promise<number | null> {
		const { agent } = this;
		return new Promise((resolve, reject) => {
			const headers = {
				...(contentType !== undefined && { 'content-type': contentType }),
				...(method === 'POST' && { 'content-length': Buffer.byteLength(body) }),
				...more,
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
