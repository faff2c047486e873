import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';

import { ServiceClock } from '../core/clock';
import { meterOf, Window, type Meter } from '../core/window';
import type { MessageCode } from '../facts/statuses';
import { Faults } from '../http/faults';
import { Journal } from '../http/journal';
import type { Options, Settings, SettingsPatch } from '../settings';
import { SMS_SENDER, startAccounts, type Account } from './accounts';
import { INBOXES, officialStatus, unofficialStatus } from './callbacks';
import { Deliveries } from './delivery';
import { Fates } from './fates';
import { Files } from './files';
import { Lifecycle } from './lifecycle';
import type { Answer, Message, Route, Sender } from './message';
import { Messages } from './messages';
import { Rooms } from './rooms';
import { startTemplates } from './templates';

/** What is remembered of the world, and forgotten by a reset. */
function startState(options: Options) {
	return {
		settings: { ...options.settings },
		accounts: startAccounts(),
		templates: startTemplates(),
		messages: new Messages(options.messages),
		rooms: new Rooms(),
		/** Who wrote to which Business gateway: 'gateway number'. */
		conversations: new Set<string>(),
		/** Numbers that followed an un-subscription link: 'account number'. */
		exclusions: new Set<string>(),
		/** Un-subscription links, by their code. */
		links: new Map<string, { account: string; number: string }>(),
		fates: new Fates(),
		files: new Files(),
		channelWindows: new Map<string, Window>(),
	};
}

export type State = ReturnType<typeof startState>;

export type NewMessage = Omit<
	Message,
	'direction' | 'id' | 'at' | 'status' | 'history' | 'excluded' | 'isGroup' | 'credits'
> & { isGroup?: boolean; credits?: number };

export interface NewAnswer {
	route: Route;
	account: string;
	sender: Sender;
	number: string;
	text: string;
	quotes?: string | undefined;
	buttonId?: string | undefined;
}

/** The service behind its endpoints: what it remembers, and what happens there. Emits 'changed' with a phone's number. */
export class Service extends EventEmitter<{ changed: [number: string] }> {
	readonly clock: ServiceClock;

	readonly faults = new Faults();

	readonly journal: Journal;

	readonly deliveries: Deliveries;

	/** Where the simulator is reached; known once it listens. */
	url = '';

	state: State;

	meter: Meter;

	private readonly lifecycle: Lifecycle;

	/** So that no ref_no comes twice, however often the simulator starts. */
	private readonly prefix = randomBytes(5).toString('hex');

	private count = 0;

	constructor(readonly options: Options) {
		super();
		this.setMaxListeners(0);
		this.clock = new ServiceClock(options.speed);
		this.state = startState(options);
		this.meter = this.newMeter();
		this.journal = new Journal(options.journal);
		const settings = () => this.state.settings;
		this.deliveries = new Deliveries(
			this.clock,
			settings,
			() => this.faults.strikesCallback(),
			options.journal,
		);
		this.lifecycle = new Lifecycle(
			this.clock,
			settings,
			// Nobody learns when an SMS is read.
			({ number, route }) => (route === 'sms' ? 'delivered' : this.state.fates.whatsapp(number)),
			(message, at) => {
				this.moved(message, at);
			},
		);
		this.registerCallbacks();
	}

	get settings(): Settings {
		return this.state.settings;
	}

	change(patch: SettingsPatch): void {
		Object.assign(this.state.settings, patch);
		// What was counted so far stays counted, unless it is the limit itself that changes.
		const { requestsPerSecond, requestPeriodMs, requestReading } = patch;
		if ((requestsPerSecond ?? requestPeriodMs ?? requestReading) !== undefined) {
			this.meter = this.newMeter();
		}
		if (patch.channelRequests !== undefined || patch.channelPeriodMs !== undefined) {
			this.state.channelWindows.clear();
		}
	}

	reset(): void {
		this.clock.reset(this.options.speed);
		this.deliveries.reset();
		this.faults.clear();
		this.journal.clear();
		this.state = startState(this.options);
		this.meter = this.newMeter();
		this.registerCallbacks();
		// Open phones show what is left: nothing.
		this.emit('changed', '');
	}

	stop(): void {
		// Forgets and stands still: a request still under way sets no timer that keeps the process.
		this.clock.reset(0);
		this.deliveries.stop();
	}

	newRef(): string {
		this.count++;
		return `${this.prefix}${this.count.toString(36).padStart(7, '0')}`;
	}

	accountOfKey(key: string): Account | undefined {
		return [...this.state.accounts.values()].find(({ apiKey }) => apiKey === key);
	}

	/** Whether one more message request of this channel fits into its minute. */
	channelHasRoom(channel: string, now: number): boolean {
		const { channelRequests, channelPeriodMs } = this.settings;
		let window = this.state.channelWindows.get(channel);
		if (window === undefined) {
			window = new Window(channelRequests, channelPeriodMs);
			this.state.channelWindows.set(channel, window);
		}
		return window.accept(now);
	}

	/** Takes a message in and sends it on its way. */
	take(details: NewMessage): Message {
		const at = this.clock.now();
		const status: MessageCode = details.route === 'unofficial' ? 'U' : 'Q';
		const message: Message = {
			...{ isGroup: false, credits: 0 },
			...details,
			direction: 'in',
			id: this.newRef(),
			at,
			status,
			history: [{ status, at }],
			excluded:
				details.route === 'unofficial' &&
				this.state.exclusions.has(`${details.account} ${details.number}`),
		};
		this.state.messages.add(message);
		this.lifecycle.schedule(message);
		this.emit('changed', message.number);
		return message;
	}

	move(message: Message, status: MessageCode): void {
		this.lifecycle.move(message, status, status === 'F' ? 'Failed' : undefined);
	}

	/** The owner of a phone opened a chat: what was delivered there is read. */
	read(number: string, isOfChat: (message: Message) => boolean): void {
		for (const entry of this.state.messages.onPhone(number)) {
			if (entry.direction === 'out' || entry.status !== 'D' || !isOfChat(entry)) continue;
			if (entry.route === 'sms' || this.state.fates.whatsapp(number) === 'delivered') continue;
			this.lifecycle.move(entry, 'R');
		}
	}

	/** The owner of a phone writes: rooms open, and the inbox callback goes out. */
	receive({ route, account, sender, number, text, quotes, buttonId }: NewAnswer): Answer {
		const at = this.clock.now();
		const answer: Answer = {
			...{ direction: 'out', id: this.newRef(), route, account, sender, number, at, buttonId },
			content: { text, quotes },
		};
		if (route === 'official') {
			answer.roomId = this.state.rooms.answered(account, sender, number, at).id;
		}
		if (route === 'business') this.state.conversations.add(`${sender.id} ${number}`);
		this.state.messages.add(answer);
		const { kind, push } = INBOXES[route];
		this.deliveries.push(kind, answer.id, push(answer, this.settings));
		this.emit('changed', number);
		return answer;
	}

	/** An un-subscription link for a number. */
	newLink(account: string, number: string): string {
		const code = randomBytes(9).toString('base64url');
		this.state.links.set(code, { account, number });
		return `${this.url}/unsubscribe/${code}`;
	}

	/** Somebody followed a link; tells which number it was for. */
	unsubscribe(code: string): string | undefined {
		const link = this.state.links.get(code);
		if (link === undefined) return undefined;
		this.state.exclusions.add(`${link.account} ${link.number}`);
		this.emit('changed', link.number);
		return link.number;
	}

	/** Takes credits from an account, if it has them; the test host needs none. */
	charge(account: Account, credits: number): boolean {
		if (account.testHost) return true;
		const balance = account.wa_balance ?? 0;
		if (balance < credits) return false;
		account.wa_balance = balance - credits;
		return true;
	}

	private registerCallbacks(): void {
		for (const [kind, url] of Object.entries(this.options.callbacks)) {
			// The options were checked: their keys are kinds.
			this.deliveries.urls.set(kind as keyof typeof this.options.callbacks, [url]);
		}
	}

	private newMeter(): Meter {
		const { requestReading, requestsPerSecond, requestPeriodMs } = this.settings;
		return meterOf(requestReading, requestsPerSecond, requestPeriodMs);
	}

	private moved(message: Message, at: number): void {
		if (message.status === 'F' && message.route === 'unofficial') this.giveBack(message);
		const { deliveries, settings } = this;
		if (message.route === 'official') {
			deliveries.push('officialStatus', message.id, officialStatus(message, at, settings));
		} else if (message.route === 'unofficial') {
			deliveries.push('unofficialStatus', message.id, unofficialStatus(message, at, settings));
		}
		this.emit('changed', message.number);
	}

	/** The credits of a message that failed are given back. */
	private giveBack(message: Message): void {
		const account = this.state.accounts.get(message.account);
		if (account !== undefined && !account.testHost) {
			account.wa_balance = (account.wa_balance ?? 0) + message.credits;
		}
		message.credits = 0;
	}
}

export const SMS_FROM: Sender = { id: 'sms', name: 'SMS', number: SMS_SENDER };
