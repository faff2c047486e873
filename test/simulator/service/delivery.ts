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
	/** With its token masked. */
	url: string;
	body: string;
	/** What the receiver answered; null where it could not be reached. */
	status: number | null;
	error: string | null;
	ref_no: string;
	attempt: number;
}

/** What can go wrong on the way. */
export type CallbackFault = 'duplicateCallback' | 'reorderCallbacks' | 'deadReceiver';

interface Order {
	kind: CallbackKind;
	url: string;
	push: Push;
	ref: string;
	attempt: number;
	/** Goes to where nobody listens; another attempt does not. */
	lost: boolean;
}

const RETRY_AFTER_MS = 1000;
const NOBODY = 'http://127.0.0.1:1/';

const masked = (url: string) => url.replace(/([?&]token=)[^&#]*/g, '$1***');

/** Pushes callbacks to the registered URLs: those of one message in their order, those of different ones side by side. */
export class Deliveries {
	readonly urls = new Map<CallbackKind, string>();

	private readonly log: Ring<Delivery>;

	private readonly agent = new Agent({ keepAlive: true, maxSockets: 50 });

	/** The last push of each message that is still under way. */
	private readonly lines = new Map<string, Promise<void>>();

	private held: Order | undefined;

	private count = 0;

	/** Raised by a reset: what was under way before it is nobody's business any more. */
	private generation = 0;

	constructor(
		private readonly clock: ServiceClock,
		private readonly settings: () => Settings,
		private readonly faultFor: () => CallbackFault | undefined,
		capacity: number,
	) {
		this.log = new Ring(capacity);
	}

	push(kind: CallbackKind, ref: string, push: Push | undefined): void {
		const url = this.urls.get(kind);
		if (url === undefined || push === undefined) return;
		const order: Order = { kind, url, push, ref, attempt: 1, lost: false };
		switch (this.faultFor()) {
			case 'duplicateCallback':
				this.enqueue(order);
				this.enqueue(order);
				this.releaseHeld();
				return;
			case 'reorderCallbacks':
				this.releaseHeld();
				this.held = order;
				return;
			case 'deadReceiver':
				this.enqueue({ ...order, lost: true });
				this.releaseHeld();
				return;
			case undefined:
				this.enqueue(order);
				this.releaseHeld();
		}
	}

	list(): Delivery[] {
		return this.log.list();
	}

	/** What became of the pushes with that reference, once they are settled; undefined if one is held back. */
	async deliveryOf(ref: string): Promise<Delivery | undefined> {
		await this.lines.get(ref);
		return this.list().findLast((delivery) => delivery.ref_no === ref);
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
		this.held = undefined;
		this.urls.clear();
		this.lines.clear();
		this.clear();
	}

	stop(): void {
		this.reset();
		this.agent.destroy();
	}

	private releaseHeld(): void {
		const { held } = this;
		this.held = undefined;
		if (held !== undefined) this.enqueue(held);
	}

	private enqueue(order: Order): void {
		const { generation } = this;
		// One line for all where the order is what matters: a message's own pushes.
		const line = (this.lines.get(order.ref) ?? Promise.resolve()).then(() =>
			generation === this.generation ? this.deliver(order, generation) : undefined,
		);
		this.lines.set(order.ref, line);
		void line.then(() => {
			if (this.lines.get(order.ref) === line) this.lines.delete(order.ref);
		});
	}

	private async deliver(order: Order, generation: number): Promise<void> {
		const { push } = order;
		const receiver = order.lost ? NOBODY : order.url;
		const url = push.query ? withQuery(receiver, push.query, this.settings()) : receiver;
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
			if (generation === this.generation)
				this.enqueue({ ...order, attempt: order.attempt + 1, lost: false });
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
