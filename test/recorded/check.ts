import { setTimeout as sleep } from 'node:timers/promises';

import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';

import { FILE, SENDS } from '../integration/readings/operations';
import { testCredential } from '../support/credentialTest';
import { runNode } from '../support/harness';
import { TriggerServer } from '../support/triggerServer';
import { POINTS, verdictOn, type Verdict } from './decisions';
import { differencesOf, judgedCallback, type Expected } from './judge';
import { between, recordingOf, type Callback, type Exchange } from './recorder';

/** Holds a service against the OpenAPI file, and against the node's own readers. */

export interface Service {
	api: { baseUrl: string; pathPrefix: string; apiKey: string };
	sms?: { baseUrl: string; path: string; user: string; password: string };
	/** Messages go to this number, if there is one. */
	sendTo?: string | undefined;
	/** A recording has the operations too that need a conversation, if these are known. */
	roomId?: string | undefined;
	gatewayId?: string | undefined;
}

/** The product. It is passed in, since only the caller knows how to load a file that ends in .node. */
interface Product {
	node: INodeType;
	inbox: INodeType;
	status: INodeType;
}

interface Row {
	what: string;
	code: string;
	differences: string[];
	/** What the product makes of it. */
	node: 'reads it' | 'says what is wrong' | 'does not read it' | '–';
}

export interface Report {
	rows: Row[];
	verdicts: [id: string, verdict: Verdict][];
	recording: object;
}

interface Step {
	parameters?: INodeParameters;
	expected?: Expected;
	apiKey?: string;
	isXml?: boolean;
}

const all = { returnAll: true };

/** These send nothing. */
const READS: [what: string, operation: string, step: Step][] = [
	['Identity', 'account.getIdentity', {}],
	['Balance', 'account.getBalance', {}],
	['Channels', 'whatsappOfficial.getChannels', { parameters: all }],
	['Templates', 'whatsappOfficial.getTemplates', { parameters: all }],
	[
		...(['Channels as XML', 'whatsappOfficial.getChannels'] as const),
		{ parameters: { ...all, options: { responseFormat: 'xml' } }, isXml: true },
	],
	[
		...(['An unknown reference', 'whatsappUnofficial.getStatus'] as const),
		{ parameters: { refNo: 'unknown-reference' }, expected: 'failure' },
	],
	['A wrong key', 'account.getIdentity', { apiKey: 'not-a-key', expected: 'failure' }],
];

const NO_COST = 'its cost is not documented';

const MESSAGES: [what: string, operation: string, cost: string][] = [
	['A text', 'whatsappUnofficial.sendText', '1 WhatsApp credit'],
	['An SMS', 'sms.send', 'one SMS'],
	['A broadcast', 'whatsappOfficial.broadcast', NO_COST],
	['A file', 'whatsappUnofficial.sendMedia', '2 WhatsApp credits'],
	['A reply in a room', 'whatsappOfficial.reply', NO_COST],
	['A Business reply', 'whatsappBusiness.reply', NO_COST],
	['Buttons', 'whatsappBusiness.sendButtons', NO_COST],
];

/** A check sends these, and a recording all. */
const FEW = 3;

const byId = (id: unknown) => ({ __rl: true, mode: 'id', value: String(id) });

/** The first approved template without placeholders and files, by the first channel. */
function broadcastOf({ Channels: channels = [], Templates: templates = [] }: Outputs) {
	const isPlain = (one: string) =>
		/"status":"approved"/i.test(one) && !/\{\{|IMAGE|DOCUMENT/.test(one);
	const [channel] = channels;
	const template = templates.find((one) => isPlain(JSON.stringify(one)));
	if (channel?.id === undefined || template?.id === undefined) return undefined;
	return { channelId: byId(channel.id), templateId: byId(template.id), parametersMode: 'none' };
}

type Outputs = Record<string, IDataObject[]>;

type Confirm = (words: string) => Promise<boolean>;

export class Check {
	private readonly rows: Row[] = [];
	/** The response that each step was judged by. */
	private readonly judged = new Map<string, Exchange>();
	private readonly exchanges: Exchange[] = [];
	private readonly callbacks: Callback[] = [];
	private readonly outputs: Outputs = {};
	private login: Record<string, ICredentialDataDecryptedObject> = {};
	private operation = '';

	constructor(
		private readonly product: Product,
		private readonly service: Service,
	) {}

	/** @param confirmed whether the user wants to send this message */
	async run(confirmed: Confirm, isWhole = false): Promise<void> {
		const { api, sms, sendTo } = this.service;
		const note = (seen: Omit<Exchange, 'operation'>) =>
			this.exchanges.push({ operation: this.operation, ...seen });
		const apiProxy = await between(api.baseUrl, note);
		const smsProxy = await between((sms ?? api).baseUrl, note);
		this.login = {
			messagingServiceApi: { ...api, baseUrl: apiProxy.url, requestsPerSecond: 5 },
			...(sms && { messagingServiceSmsApi: { ...sms, baseUrl: smsProxy.url } }),
		};
		for (const [what, operation, step] of READS) await this.step(what, operation, step);
		if (sms !== undefined) await this.smsLogin();
		await this.burst();
		if (sendTo !== undefined) await this.messages(sendTo, isWhole, confirmed);
		apiProxy.stop();
		smsProxy.stop();
	}

	get report(): Report {
		const { rows, judged, callbacks, exchanges } = this;
		const verdicts = POINTS.map((id): [string, Verdict] => [id, verdictOn(id, judged, callbacks)]);
		return { rows, verdicts, recording: recordingOf(exchanges, callbacks) };
	}

	private async step(what: string, operation: string, step: Step): Promise<void> {
		const { parameters, expected = 'success', apiKey, isXml } = step;
		const [resource = '', name = ''] = operation.split('.');
		this.operation = operation;
		const api = { ...this.login.messagingServiceApi, ...(apiKey !== undefined && { apiKey }) };
		const { outputs, error } = await runNode({
			nodeType: this.product.node,
			items: [{}],
			files: FILE,
			parameters: { resource, operation: name, ...parameters },
			settings: { onError: 'continueRegularOutput' },
			credentials: { ...this.login, messagingServiceApi: api },
		});
		this.outputs[what] = outputs[0] ?? [];
		const failed = this.outputs[what].find((item) => 'error' in item);
		const isRead = error === undefined && failed === undefined;
		const isTold = failed !== undefined && 'error_advice' in failed;
		const asExpected =
			expected === 'success' ? isRead && 'reads it' : isTold && 'says what is wrong';
		this.judge(what, expected, asExpected || 'does not read it', isXml);
	}

	/** Judges the last response. */
	private judge(what: string, expected: Expected, node: Row['node'], isXml = false): void {
		const last = this.exchanges.at(-1);
		if (last === undefined || [...this.judged.values()].includes(last)) return;
		this.judged.set(what, last);
		const differences = differencesOf(last, expected, isXml);
		this.rows.push({ what, code: String(last.status), differences, node });
	}

	/** The product's own test of this login: an SMS without a recipient, which cannot be sent. */
	private async smsLogin(): Promise<void> {
		this.operation = 'sms.send';
		const { messagingServiceSmsApi: login = {} } = this.login;
		const { status } = await testCredential(this.product.node, 'messagingServiceSmsApi', login);
		this.judge('SMS login', 'success', status === 'OK' ? 'reads it' : 'does not read it');
	}

	/** As many requests as the documented limit allows. */
	private async burst(): Promise<void> {
		const { baseUrl, pathPrefix, apiKey: APIKey } = this.service.api;
		const codeOf = async (at: number) => {
			await sleep(at * 10);
			const url = `${baseUrl}${pathPrefix}/auth/api_key`;
			const answer = await fetch(url, { headers: { APIKey }, redirect: 'manual' });
			await answer.arrayBuffer();
			return answer.status;
		};
		const codes = await Promise.all(
			Array.from({ length: 30 }, (_, at) => codeOf(at).catch(() => 0)),
		);
		const refused = codes.filter((code) => code === 429).length;
		const words = `${refused} of 30 were refused (429), although the documented limit allows them. Enter your limit as Requests per Second in the credential.`;
		this.rows.push({
			what: '30 reads, one each 10 milliseconds',
			code: [...new Set(codes)].join(', '),
			differences: refused === 0 ? [] : [words],
			node: '–',
		});
	}

	private async messages(to: string, isWhole: boolean, confirmed: Confirm): Promise<void> {
		const { sms, roomId, gatewayId } = this.service;
		const scene = { to, roomId: roomId ?? '', refNo: '', text: 'A test message', seed: 0 };
		const gateway = gatewayId === undefined ? undefined : { gatewayId };
		/** What belongs to this account. Without it, there is no such message. */
		const own: Record<string, INodeParameters | undefined> = {
			'whatsappOfficial.broadcast': broadcastOf(this.outputs),
			'whatsappOfficial.reply': roomId === undefined ? undefined : { options: {} },
			'whatsappBusiness.reply': gateway,
			'whatsappBusiness.sendButtons': gateway,
			'sms.send': sms && {},
		};
		for (const [what, operation, cost] of isWhole ? MESSAGES : MESSAGES.slice(0, FEW)) {
			const isPossible = !(operation in own) || own[operation] !== undefined;
			if (!isPossible || !(await confirmed(`Send ${what} to ${to} (${cost})?`))) continue;
			const parameters = { ...SENDS[operation]?.(scene), ...own[operation] };
			await this.step(what, operation, { parameters });
		}
		const refNo = this.outputs['A text']?.[0]?.ref_no;
		if (typeof refNo !== 'string') return;
		await this.step('Its status', 'whatsappUnofficial.getStatus', { parameters: { refNo } });
	}

	/** Holds a callback against the file, and hands it to the triggers. */
	async callback(one: Callback): Promise<void> {
		this.callbacks.push(one);
		const { kind, differences } = judgedCallback(one);
		const { inbox, status } = this.product;
		const isRead = (await starts(inbox, INBOX, one)) || (await starts(status, STATUS, one));
		const node = isRead ? 'reads it' : 'does not read it';
		this.rows.push({ what: `Callback ${kind}`, code: one.method, differences, node });
	}
}

const INBOX = ['whatsappOfficialInbox', 'pushInbox', 'whatsappBusiness'];
const STATUS = ['whatsappOfficialStatus', 'whatsappUnofficialStatus'];

/** Whether a callback starts a workflow. */
async function starts(nodeType: INodeType, events: string[], one: Callback): Promise<boolean> {
	const { method, query, headers, body } = one;
	const trigger = await new TriggerServer({ nodeType, parameters: { events } }).start();
	const type = headers['content-type'];
	await fetch(`${trigger.url}?${query}`, {
		method,
		...(method === 'POST' && { body }),
		...(type !== undefined && { headers: { 'content-type': type } }),
	});
	await trigger.stop();
	return trigger.started.length > 0;
}
