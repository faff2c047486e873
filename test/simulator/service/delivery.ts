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
	/** As registered, and as called; each with its token masked. */
	to: string;
	url: string;
	body: string;
	/** What the receiver answered; null where it could not be reached. */
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

const masked = (url: string) => url.replace(/([?&]token=)[^&#]*/g, '$1***');

const lineOf = ({ ref, url }: Pick<Order, 'ref' | 'url'>) => `${ref} ${url}`;

/** Pushes callbacks to the registered URLs: those of one message in their order, those of different ones side by side. */
export class Deliveries {
	/** Each gets every callback of the kind. */
	readonly urls = new Map<CallbackKind, readonly string[]>();

	private readonly log: Ring<Delivery>;

	private readonly agent = new Agent({ keepAlive: true, maxSockets: 50 });

	/** The last push of each message to each receiver that is still under way. */
	private readonly lines = new Map<string, Promise<void>>();

	private count = 0;

	/** Raised by a reset: what was under way before it is nobody's business any more. */
	private generation = 0;

	constructor(
		private readonly clock: ServiceClock,
		private readonly settings: () => Settings,
		private readonly isDoubled: () => boolean,
		capacity: number,
	) {
		this.log = new Ring(capacity);
	}

	push(kind: CallbackKind, ref: string, push: Push | undefined): void {
		const urls = this.urls.get(kind) ?? [];
		if (urls.length === 0 || push === undefined) return;
		const isDoubled = this.isDoubled();
		for (const url of urls) {
			const order = { kind, url, push, ref, attempt: 1 };
			this.enqueue(order);
			if (isDoubled) this.enqueue(order);
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

	/** Once nothing is under way any more. */
	async idle(): Promise<void> {
		while (this.lines.size > 0) await Promise.all(this.lines.values());
	}

	clear(): void {
		this.log.clear();
	}

	reset(): void {
		this.generation++;
		this.urls.clear();
		this.lines.clear();
		this.clear();
	}

	stop(): void {
		this.reset();
		this.agent.destroy();
	}

	private enqueue(order: Order): void {
		const { generation } = this;
		// One line for all where the order is what matters: a message's own pushes to one receiver.
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
		const { push } = order;
		const url = push.query ? withQuery(order.url, push.query) : order.url;
		const at = isoTime(this.clock.now());
		const { status, error } = await this.send(url, push).catch((fault: unknown) => ({
			status: null,
			error: fault instanceof Error ? fault.message : String(fault),
		}));
		if (generation !== this.generation) return;
		this.log.add({
			id: ++this.count,
			kind: order.kind,
			at,
			method: push.method,
			to: masked(order.url),
			url: masked(url),
			body: push.body ?? '',
			status,
			error,
			ref_no: order.ref,
			attempt: order.attempt,
		});
		const taken = status !== null && status >= 200 && status <= 299;
		if (taken || order.attempt > this.settings().callbackRetries) return;
		this.clock.after(RETRY_AFTER_MS, () => {
			if (generation === this.generation) this.enqueue({ ...order, attempt: order.attempt + 1 });
		});
	}

	private send(url: string, push: Push): Promise<Pick<Delivery, 'status' | 'error'>> {
		const { callbackTimeoutMs } = this.settings();
		return new Promise((resolve) => {
			const body = push.body ?? '';
			const outgoing = request(
				url,
				{
					method: push.method,
					agent: this.agent,
					// Ends an answer whose bytes keep coming, too.
					signal: AbortSignal.timeout(callbackTimeoutMs),
					headers: {
						...(push.contentType !== undefined && { 'content-type': push.contentType }),
						...(push.method === 'POST' && { 'content-length': Buffer.byteLength(body) }),
					},
				},
				(response) => {
					const settle = () => {
						resolve({ status: response.statusCode ?? null, error: null });
					};
					response.on('close', settle);
					response.resume();
				},
			);
			outgoing.on('error', ({ message }) => {
				resolve({ status: null, error: message });
			});
			outgoing.end(body);
		});
	}
}
