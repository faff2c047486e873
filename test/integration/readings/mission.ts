import { setImmediate as turn } from 'node:timers/promises';

import type { IDataObject, INodeType } from 'n8n-workflow';

import { MessagingService } from '../../../nodes/MessagingService/MessagingService.node';
import { MessagingServiceStatusTrigger } from '../../../nodes/MessagingServiceStatusTrigger/MessagingServiceStatusTrigger.node';
import { MessagingServiceTrigger } from '../../../nodes/MessagingServiceTrigger/MessagingServiceTrigger.node';
import { chance } from '../../simulator/core/chance';
import { NO_LIMITS } from '../../simulator/settings';
import { startSimulator, type Simulator } from '../../simulator';
import type { Reading } from '../../simulator/readings/reading';
import { SETTINGS_SECRETS } from '../../simulator/readings/table';
import type { Account } from '../../simulator/service/accounts';
import { linkIn } from '../../n8n/questions';
import { Execution } from '../../support/harness';
import { loginTo } from '../../support/login';
import { TriggerServer } from '../../support/triggerServer';
import { WaitingServer } from '../../support/waitingServer';
import { faultsOfRun, faultsOfSend, secretIn } from './judge';
import { AYU, FILE, QUESTIONS, READS, REFUSED, SENDS, type Scene } from './operations';

const RETRYING = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
const SETTINGS = { onError: 'continueRegularOutput', ...RETRYING } as const;
const INBOXES = ['official', 'unofficial', 'sms', 'business'] as const;
const INBOX_EVENTS = ['whatsappOfficialInbox', 'pushInbox', 'whatsappBusiness'];
const STATUS_EVENTS = ['whatsappOfficialStatus', 'whatsappUnofficialStatus'];
const FAILURES = [400, 401, 403, 404, 422, 429, 500, 502, 503];
const TOKEN = 'b7e2c94f06d1a85e3f7c20b9d4618ea5';

/** A retry waits for a second, and a read that failed for longer. */
const MOST_RETRIES = 2;
const MOST_FAILED_READS = 1;

let executions = 0;

/** One service at a time, with the triggers and waiting executions that belong to it. */
export class Mission {
	private broken: string[] = [];
	private secrets: string[] = [];
	private retries = 0;
	private scene: Scene = { roomId: '', refNo: '', text: '', to: AYU, seed: 0 };
	private inbox!: TriggerServer;
	private status!: TriggerServer;

	private constructor(
		private readonly simulator: Simulator,
		private readonly waiting: WaitingServer,
	) {}

	static async start(): Promise<Mission> {
		const simulator = await startSimulator({ speed: 0, settings: NO_LIMITS });
		return new Mission(simulator, await new WaitingServer().start());
	}

	async stop(): Promise<void> {
		await Promise.all([this.simulator.stop(), this.waiting.stop()]);
	}

	private get service() {
		return this.simulator.service;
	}

	private get account(): Account {
		const account = this.service.state.accounts.get('main');
		if (account === undefined) throw new Error('no account');
		return account;
	}

	/** Runs the whole mission against one service, and returns the promises that were broken. */
	async run(reading: Reading, seed: number): Promise<string[]> {
		this.broken = [];
		this.retries = 0;
		this.service.become(reading);
		this.account.apiKey += `.${seed}`;
		this.secrets = [this.account.apiKey, this.account.sms?.password ?? '', TOKEN];
		this.secrets.push(...SETTINGS_SECRETS);
		const trigger = (nodeType: INodeType, events: string[]) =>
			new TriggerServer({
				nodeType,
				parameters: { events },
				token: TOKEN,
				waitingUrl: this.waiting.url,
			}).start();
		this.inbox = await trigger(new MessagingServiceTrigger(), INBOX_EVENTS);
		this.status = await trigger(new MessagingServiceStatusTrigger(), STATUS_EVENTS);
		try {
			await this.steps(reading, seed);
		} catch (error) {
			this.found('the mission', [`crash: ${String(error)}`]);
		} finally {
			await Promise.all([this.inbox.stop(), this.status.stop()]);
		}
		return this.broken;
	}

	private found(what: string, faults: readonly string[]): void {
		this.broken.push(...faults.map((fault) => `${what}: ${fault}`));
	}

	private async steps(reading: Reading, seed: number): Promise<void> {
		const draw = chance(seed + 1);
		const { urls } = this.service.deliveries;
		for (const kind of ['officialInbox', 'unofficialInbox', 'smsInbox', 'business'] as const) {
			urls.set(kind, [`${this.inbox.url}?token=${TOKEN}`]);
		}
		for (const kind of ['officialStatus', 'unofficialStatus'] as const) {
			urls.set(kind, [`${this.status.url}?token=${TOKEN}`]);
		}
		this.scene = { ...this.scene, seed, roomId: '' };
		await this.messagesComeIn(seed);
		for (const operation of Object.keys(SENDS)) await this.send(operation, operation);
		await this.reports(reading);
		for (const [operation, parametersOf] of Object.entries(READS)) {
			await this.start(operation, parametersOf(this.scene));
		}
		for (const operation of Object.keys(QUESTIONS)) await this.ask(operation, draw() < 0.5);
		for (const [what, [operation, parametersOf]] of Object.entries(REFUSED)) {
			await this.send(what, operation, parametersOf);
		}
		await this.failures(reading, draw);
		this.account.whitelist = [];
		await this.start('account.getBalance', {});
		await this.send('from a foreign address', 'whatsappUnofficial.sendText');
	}

	private async start(operation: string, parameters: IDataObject, what = operation) {
		const [resource = '', name = ''] = operation.split('.');
		const id = String(++executions);
		const credentials = loginTo(this.simulator.url);
		Object.assign(credentials.messagingServiceApi ?? {}, { apiKey: this.account.apiKey });
		const execution = new Execution({
			nodeType: new MessagingService(),
			items: [{}],
			files: FILE,
			credentials,
			parameters: { resource, operation: name, ...(parameters as object) },
			settings: SETTINGS,
			executionId: id,
			waitingUrl: this.waiting.url,
		});
		const finished = await execution.run();
		this.found(what, faultsOfRun(operation, finished, this.secrets));
		return { id, execution, finished };
	}

	private newText(what: string): string {
		return `Hello ${what.replace(/\W/g, ' ')} ${this.scene.seed}x${++executions}`;
	}

	private taken(text: string): number {
		return this.service.state.messages.all().filter(({ content }) => content.text.includes(text))
			.length;
	}

	private async send(what: string, operation: string, parametersOf = SENDS[operation]) {
		const text = this.newText(what);
		const parameters = parametersOf?.({ ...this.scene, text }) ?? {};
		const { execution, finished } = await this.start(operation, parameters, what);
		const item = finished.outputs[0]?.[0] ?? {};
		this.found(what, faultsOfSend(item, this.taken(text)));
		if (item.was_sent === 'no' || !('error' in item) || this.retries++ >= MOST_RETRIES) return;
		const before = this.taken(text);
		const retried = await execution.retryFromStart();
		this.found(`Retry of ${what}`, faultsOfRun(operation, retried, this.secrets));
		if (before === 1 && this.taken(text) > 1) this.found(`Retry of ${what}`, ['twice']);
	}

	/** Somebody writes by each route. */
	private async messagesComeIn(seed: number): Promise<void> {
		for (const route of INBOXES) {
			const text = this.newText(route);
			const sender = this.senderOf(route);
			const before = this.inbox.started.length;
			const { roomId } = this.service.receive({
				route,
				account: 'main',
				sender,
				number: AYU,
				text,
			});
			if (roomId !== undefined) this.scene = { ...this.scene, roomId, seed };
			await this.service.deliveries.idle();
			const items = this.inbox.outputs.filter((item) => JSON.stringify(item).includes(text));
			this.judgeCallback(`inbox ${route}`, items.length, 1);
			const started = this.inbox.started.length - before;
			if (started > 1) this.found(`inbox ${route}`, [`twice: ${started} executions`]);
		}
		this.judgeOutputs('inbox', this.inbox);
	}

	private senderOf(route: (typeof INBOXES)[number]) {
		const { channels, gateways, senders } = this.account;
		const number = (own = '') => ({ id: own, name: own, number: own });
		if (route === 'official') return channels[0] ?? number();
		if (route === 'business') return { ...number(gateways[0]?.number), id: 'gateway-1' };
		return number(route === 'sms' ? '6280000000021' : senders[0]);
	}

	private judgeCallback(what: string, found: number, wanted: number): void {
		if (found !== wanted) {
			this.found(what, [`${found < wanted ? 'lost' : 'twice'}: ${found} of ${wanted}`]);
		}
	}

	private judgeOutputs(what: string, { outputs, errors }: TriggerServer): void {
		this.found(what, [
			...errors.map((error) => `crash: ${String(error)}`),
			...secretIn(outputs, this.secrets),
		]);
	}

	/** The messages that were sent pass their statuses. */
	private async reports(reading: Reading): Promise<void> {
		for (const message of this.service.state.messages.all()) {
			const { id, route } = message;
			if (route !== 'official' && route !== 'unofficial') continue;
			if (route === 'unofficial') this.scene = { ...this.scene, refNo: id };
			for (const code of reading.moves) this.service.move(message, code);
			await this.service.deliveries.idle();
			const items = this.status.outputs.filter((item) => JSON.stringify(item).includes(id));
			this.judgeCallback(`status ${route}`, items.length, new Set(reading.moves).size);
		}
		this.judgeOutputs('status', this.status);
	}

	/** Asks a question, and answers it. */
	private async ask(operation: string, approved: boolean): Promise<void> {
		const text = this.newText(operation);
		const parameters = QUESTIONS[operation]?.({ ...this.scene, text }) ?? {};
		const { id, execution, finished } = await this.start(operation, parameters);
		const item = finished.outputs[0]?.[0] ?? {};
		const message = this.service.state.messages
			.all()
			.find((one) => one.content.text.includes(text));
		if (finished.run.waitTill === undefined || finished.run.waitTill === null) {
			this.found(operation, faultsOfSend(item, this.taken(text)));
			return;
		}
		if (message === undefined) {
			this.found(operation, ['false accepted: it waits']);
			return;
		}
		const answers = this.waiting.add(id, execution, finished);
		const button = message.content.buttons?.[approved ? 0 : 1];
		if (button === undefined) await this.answerByLink(message.content.text, approved);
		else {
			const { account, sender, number } = message;
			const before = this.inbox.started.length;
			const answer = { text: button.title, buttonId: button.id, quotes: message.id };
			this.service.receive({ route: 'business', account, sender, number, ...answer });
			await this.service.deliveries.idle();
			const started = this.inbox.started.length - before;
			// A gateway may not say which button was tapped: then the tap is a message.
			if (answers.length === 0 && started === 1) return;
			if (started > 0) this.found(operation, [`twice: the tap starts ${started} too`]);
		}
		this.judgeCallback(`answer to ${operation}`, answers.length, 1);
		const [{ data } = {}] = answers;
		if (data !== undefined && (data as IDataObject).approved !== approved) {
			this.found(operation, [`false answer: ${JSON.stringify(data)}`]);
		}
	}

	private async answerByLink(text: string, approved: boolean): Promise<void> {
		const link = linkIn(text);
		const page = await (await fetch(link)).text();
		if (!page.includes('</html>')) this.found('the page of a question', [`lost: ${page}`]);
		for (let times = 0; times < 2; times++) {
			await fetch(link, {
				method: 'POST',
				body: new URLSearchParams({ approved: String(approved) }),
			});
			await turn();
		}
	}

	/** Each operation meets one failure of the service. */
	private async failures(reading: Reading, draw: () => number): Promise<void> {
		let failedReads = 0;
		for (const operation of [
			...Object.keys(READS),
			...Object.keys(SENDS),
			...Object.keys(QUESTIONS),
		]) {
			const drawn = FAILURES[Math.floor(draw() * FAILURES.length)] ?? 500;
			const isLong = drawn >= 500 && operation in READS;
			const status = isLong && failedReads++ >= MOST_FAILED_READS ? 404 : drawn;
			reading.failure = {
				status,
				isProcessed: status >= 500 && draw() < 0.5,
				...(status === 429 && { headers: { 'retry-after': '600' } }),
			};
			const what = `${operation} (${status})`;
			const parametersOf = SENDS[operation] ?? QUESTIONS[operation];
			if (parametersOf !== undefined) await this.send(what, operation, parametersOf);
			else await this.start(operation, READS[operation]?.(this.scene) ?? {}, what);
			reading.failure = undefined;
		}
	}
}
