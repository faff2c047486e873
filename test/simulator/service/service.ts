import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';

import { ServiceClock } from '../core/clock';
import { meterOf, type Meter } from '../core/window';
import type { Fact } from '../facts/endpoints';
import { isLast, type MessageCode } from '../facts/statuses';
import type { Reply } from '../http/answers';
import { Faults } from '../http/faults';
import { Journal } from '../http/journal';
import {
	CALLBACK_KINDS,
	type CallbackKind,
	type Options,
	type Settings,
	type SettingsPatch,
} from '../settings';
import { INBOXES, officialStatus, unofficialStatus, type Push } from './callbacks';
import { Deliveries } from './delivery';
import { nextMove, whatsappFate } from './lifecycle';
import { mediaKindOf, type Answer, type Content, type Message, type PhoneMedia } from './message';
import { startState, type StoredFile } from './state';

export type NewMessage = Omit<
	Message,
	'direction' | 'id' | 'at' | 'status' | 'history' | 'excluded' | 'isGroup' | 'credits'
> & { isGroup?: boolean; credits?: number };

type NewAnswer = Pick<Answer, 'route' | 'sender' | 'number' | 'buttonId'> &
	Pick<Content, 'text' | 'quotes'>;

interface Events {
	/** The number of a phone. */
	changed: [number: string];
	/** For tests: each response before a fault changes it, and each callback. */
	answered: [fact: Fact, reply: Reply];
	pushed: [kind: CallbackKind, push: Push];
}

/** The service behind its endpoints. */
export class Service extends EventEmitter<Events> {
	readonly clock: ServiceClock;

	readonly faults = new Faults();

	readonly journal: Journal;

	readonly deliveries: Deliveries;

	/** The address of the simulator, as soon as it listens. */
	url = '';

	state: ReturnType<typeof startState>;

	meter: Meter;

	/** Makes each ref_no unique, even after a restart of the simulator. */
	private readonly prefix = randomBytes(5).toString('hex');

	private count = 0;

	constructor(readonly options: Options) {
		super();
		this.setMaxListeners(0);
		this.clock = new ServiceClock(options.speed);
		this.state = startState(options);
		this.meter = this.newMeter();
		this.journal = new Journal(options.journal);
		this.deliveries = new Deliveries((kind, push) => this.emit('pushed', kind, push));
		this.registerCallbacks();
	}

	get settings(): Settings {
		return this.state.settings;
	}

	change(patch: SettingsPatch): void {
		Object.assign(this.state.settings, patch);
		// Counted requests stay counted, unless the limit itself changes.
		if (patch.requestsPerSecond !== undefined || patch.requestPeriodMs !== undefined) {
			this.meter = this.newMeter();
		}
		if (patch.channelRequests !== undefined || patch.channelPeriodMs !== undefined) {
			this.state.channelMeters.clear();
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
		this.emit('changed', '');
	}

	stop(): void {
		// A clock that stands still sets no timer that keeps the process alive.
		this.clock.reset(0);
		this.deliveries.stop();
	}

	newRef(): string {
		this.count++;
		return `${this.prefix}${this.count.toString(36).padStart(7, '0')}`;
	}

	/** Whether the limit of the channel allows one more message request. If so, it counts. */
	channelHasRoom(channel: string, now: number): boolean {
		const { channelRequests, channelPeriodMs } = this.settings;
		const meters = this.state.channelMeters;
		const meter = meters.get(channel) ?? meterOf('any period', channelRequests, channelPeriodMs);
		meters.set(channel, meter);
		return meter.accept(now);
	}

	/** Accepts a message, and schedules its next status. */
	take(details: NewMessage): Message {
		const at = this.clock.now();
		const status: MessageCode = details.route === 'unofficial' ? 'U' : 'Q';
		const message: Message = {
			isGroup: false,
			credits: 0,
			...details,
			direction: 'in',
			id: this.newRef(),
			at,
			status,
			history: [{ status, at }],
			excluded: details.route === 'unofficial' && this.state.exclusions.has(details.number),
		};
		this.state.messages.add(message);
		this.schedule(message);
		this.emit('changed', message.number);
		return message;
	}

	/** Moves a message to a status. It goes on from there by itself. */
	move(
		message: Message,
		status: MessageCode,
		trouble = status === 'F' ? 'Failed' : undefined,
	): void {
		const at = this.clock.now();
		message.status = status;
		message.history.push({ status, at });
		if (trouble !== undefined) message.trouble = trouble;
		if (status === 'F' && message.route === 'unofficial') this.giveBack(message);
		const { deliveries, settings } = this;
		if (message.route === 'official') {
			deliveries.push('officialStatus', message.id, officialStatus(message, at, settings));
		} else if (message.route === 'unofficial') {
			deliveries.push('unofficialStatus', message.id, unofficialStatus(message, at, settings));
		}
		this.emit('changed', message.number);
		if (!isLast(status)) this.schedule(message);
	}

	/** Moves the delivered messages of a chat to read, when the recipient opens it. */
	read(number: string, isOfChat: (message: Message) => boolean): void {
		for (const entry of this.state.messages.onPhone(number)) {
			if (entry.direction === 'out' || entry.status !== 'D' || !isOfChat(entry)) continue;
			if (entry.route === 'sms' || whatsappFate(number) === 'delivered') continue;
			this.move(entry, 'R');
		}
	}

	/** A recipient writes: a room opens, and the inbox callback goes out. */
	receive({ route, sender, number, text, quotes, buttonId }: NewAnswer): Answer {
		const at = this.clock.now();
		const answer: Answer = {
			direction: 'out',
			id: this.newRef(),
			route,
			sender,
			number,
			at,
			buttonId,
			content: { text, quotes },
		};
		if (route === 'official') {
			answer.roomId = this.state.rooms.answered(sender, number, at).id;
		}
		if (route === 'business') this.state.conversations.add(`${sender.id} ${number}`);
		this.state.messages.add(answer);
		const { kind, push } = INBOXES[route];
		this.deliveries.push(kind, answer.id, push(answer, this.settings));
		this.emit('changed', number);
		void this.deliveries.responses(kind, answer.id).then((statuses) => {
			answer.callbacks = statuses;
			this.emit('changed', number);
		});
		return answer;
	}

	/** Keeps the file of a message, so that the phone can show it. */
	keep(file: StoredFile): PhoneMedia {
		const id = randomBytes(9).toString('base64url');
		this.state.files.set(id, file);
		return { kind: mediaKindOf(file.mime), url: `${this.url}/files/${id}`, fileName: file.name };
	}

	/** A new un-subscription link for a number. */
	newLink(number: string): string {
		const code = randomBytes(9).toString('base64url');
		this.state.links.set(code, number);
		return `${this.url}/unsubscribe/${code}`;
	}

	/** Puts the number of a link on the exclusion list. Gives the number, if the link is known. */
	unsubscribe(code: string): string | undefined {
		const number = this.state.links.get(code);
		if (number === undefined) return undefined;
		this.state.exclusions.add(number);
		this.emit('changed', number);
		return number;
	}

	/** Takes credits from the account, if it has enough. */
	charge(credits: number): boolean {
		const { account } = this.state;
		const balance = account.wa_balance ?? 0;
		if (balance < credits) return false;
		account.wa_balance = balance - credits;
		return true;
	}

	private registerCallbacks(): void {
		for (const kind of CALLBACK_KINDS) {
			const url = this.options.callbacks[kind];
			if (url !== undefined) this.deliveries.urls.set(kind, [url]);
		}
	}

	private newMeter(): Meter {
		const { requestsPerSecond, requestPeriodMs } = this.settings;
		return meterOf('any period', requestsPerSecond, requestPeriodMs);
	}

	/** Lets the clock move a message to its next status. */
	private schedule(message: Message): void {
		const { number, route, history } = message;
		// Nobody learns when an SMS is read.
		const fate = route === 'sms' ? 'delivered' : whatsappFate(number);
		const next = nextMove(message, fate, this.settings, this.clock.now());
		if (next === undefined) return;
		const step = history.length;
		this.clock.after(next.afterMs, () => {
			// If somebody moved it in the meantime, its next status is scheduled already.
			if (history.length === step) this.move(message, next.status, next.trouble);
		});
	}

	/** Returns the credits of a message that failed. */
	private giveBack(message: Message): void {
		const { account } = this.state;
		account.wa_balance = (account.wa_balance ?? 0) + message.credits;
		message.credits = 0;
	}
}
