import { setTimeout as sleep } from 'node:timers/promises';

import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';

import type { Callback } from '../support/contract';
import { testCredential } from '../support/credentialTest';
import { runNode } from '../support/harness';
import { ITEMS } from '../support/items';
import { TriggerServer } from '../support/triggerServer';
import { verdictsOn, type Verdict } from './decisions';
import { differencesOf, judgedCallback, type Expected } from './judge';
import { between, recordingOf, type Exchange } from './recorder';

/** Holds a service against the OpenAPI file, and against the node's own readers. */

export interface Service {
	api: { baseUrl: string; pathPrefix: string; apiKey: string };
	sms?: { baseUrl: string; path: string; user: string; password: string } | undefined;
	/** Messages go to this number, if there is one. */
	sendTo?: string | undefined;
	/** A recording has the operations too that need a conversation, if these are known. */
	roomId?: string | undefined;
	gatewayId?: string | undefined;
}

/** As a text that varies, so that tsx does not take a file that ends in .node for a binary. */
async function loaded(name: string): Promise<INodeType> {
	const found: unknown = await import(`../../nodes/${name}/${name}.node.ts`);
	// A file that n8n loads exports a class with the name of the file.
	const { [name]: Type } = found as Record<string, new () => INodeType>;
	if (Type === undefined) throw new Error(`no ${name}`);
	return new Type();
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

const STATUS_OPERATION = 'whatsappUnofficial.getStatus';
const all = { returnAll: true };
const asXml = { ...all, options: { responseFormat: 'xml' } };
const unknown = { refNo: 'unknown-reference' };

/** These send nothing. */
const READS: [what: string, operation: string, step: Step][] = [
	['Identity', 'account.getIdentity', {}],
	['Balance', 'account.getBalance', {}],
	['Channels', 'whatsappOfficial.getChannels', { parameters: all }],
	['Templates', 'whatsappOfficial.getTemplates', { parameters: all }],
	['Channels as XML', 'whatsappOfficial.getChannels', { parameters: asXml, isXml: true }],
	['An unknown reference', STATUS_OPERATION, { parameters: unknown, expected: 'failure' }],
	['A wrong key', 'account.getIdentity', { apiKey: 'not-a-key', expected: 'failure' }],
];

type Outputs = Record<string, IDataObject[]>;

const PNG =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const FILE = {
	0: { data: { data: PNG, mimeType: 'image/png', fileName: 'menu.png', fileExtension: 'png' } },
};

const NO_COST = 'its cost is not documented';

/** What a message needs of this account. Without it, there is no such message. */
type Needs = (service: Service, outputs: Outputs) => INodeParameters | undefined;

const byId = (id: unknown) => ({ __rl: true, mode: 'id', value: String(id) });

/** The first approved template without placeholders and files, by the first channel. */
const aBroadcast: Needs = (_, { Channels: channels = [], Templates: templates = [] }) => {
	const isPlain = (one: string) =>
		/"status":"approved"/i.test(one) && !/\{\{|IMAGE|DOCUMENT/.test(one);
	const [channel] = channels;
	const template = templates.find((one) => isPlain(JSON.stringify(one)));
	if (channel?.id === undefined || template?.id === undefined) return undefined;
	return { channelId: byId(channel.id), templateId: byId(template.id), parametersMode: 'none' };
};

const aGateway: Needs = ({ gatewayId }) => (gatewayId === undefined ? undefined : { gatewayId });
const aRoom: Needs = ({ roomId }) => (roomId === undefined ? undefined : { roomId, options: {} });

const MESSAGES: [what: string, operation: string, cost: string, needs: Needs][] = [
	['A text', 'whatsappUnofficial.sendText', '1 WhatsApp credit', () => ({})],
	['An SMS', 'sms.send', 'one SMS', ({ sms }) => sms && {}],
	['A broadcast', 'whatsappOfficial.broadcast', NO_COST, aBroadcast],
	[
		'A file',
		'whatsappUnofficial.sendMedia',
		'2 WhatsApp credits',
		() => ({ mediaSource: 'binary' }),
	],
	['A reply in a room', 'whatsappOfficial.reply', NO_COST, aRoom],
	['A Business reply', 'whatsappBusiness.reply', NO_COST, aGateway],
	['Buttons', 'whatsappBusiness.sendButtons', NO_COST, aGateway],
];

/** A check sends these, and a recording all. */
const FEW = 3;

/** As many requests as the documented limit allows. */
const BURST = 30;

export class Check {
	private readonly rows: Row[] = [];
	/** The response that each step was judged by. */
	private readonly judged = new Map<string, Exchange>();
	private readonly exchanges: Exchange[] = [];
	private readonly callbacks: Callback[] = [];
	private readonly outputs: Outputs = {};
	private login: Record<string, ICredentialDataDecryptedObject> = {};
	private operation = '';
	/** How many exchanges are judged, or came before one that is. */
	private seen = 0;

	constructor(private readonly service: Service) {}

	/** @param confirmed whether the user wants to send this message */
	async run(confirmed: (words: string) => Promise<boolean>, isWhole = false): Promise<void> {
		const { api, sms, sendTo } = this.service;
		const note = (seen: Exchange) => this.exchanges.push({ ...seen, operation: this.operation });
		const proxies = [await between(api.baseUrl, note), await between((sms ?? api).baseUrl, note)];
		const [apiUrl = '', smsUrl = ''] = proxies.map(({ url }) => url);
		this.login = {
			messagingServiceApi: { ...api, baseUrl: apiUrl, requestsPerSecond: 5 },
			...(sms && { messagingServiceSmsApi: { ...sms, baseUrl: smsUrl } }),
		};
		for (const [what, operation, step] of READS) await this.step(what, operation, step);
		if (sms !== undefined) await this.smsLogin();
		await this.burst();
		for (const [what, operation, cost, needs] of isWhole ? MESSAGES : MESSAGES.slice(0, FEW)) {
			const own = needs(this.service, this.outputs);
			if (sendTo === undefined || own === undefined) continue;
			if (!(await confirmed(`Send ${what} to ${sendTo} (${cost})?`))) continue;
			const usual = { ...ITEMS[operation.replace('.', ' ')], destination: sendTo, options: {} };
			await this.step(what, operation, { parameters: { ...usual, ...own } });
		}
		const refNo = this.outputs['A text']?.[0]?.ref_no;
		if (typeof refNo === 'string') {
			await this.step('Its status', STATUS_OPERATION, { parameters: { refNo } });
		}
		await Promise.all(proxies.map((proxy) => proxy.stop()));
	}

	get report(): Report {
		const { rows, judged, callbacks, exchanges } = this;
		const verdicts = verdictsOn(judged, callbacks);
		return { rows, verdicts, recording: recordingOf(exchanges, callbacks) };
	}

	private async step(what: string, operation: string, step: Step): Promise<void> {
		const { parameters, expected = 'success', apiKey, isXml } = step;
		const [resource = '', name = ''] = operation.split('.');
		this.operation = operation;
		const api = { ...this.login.messagingServiceApi, ...(apiKey !== undefined && { apiKey }) };
		const { outputs, error } = await runNode({
			nodeType: await loaded('MessagingService'),
			items: [{}],
			files: FILE,
			parameters: { resource, operation: name, ...parameters },
			settings: { onError: 'continueRegularOutput' },
			credentials: { ...this.login, messagingServiceApi: api },
		});
		const items = (this.outputs[what] = outputs[0] ?? []);
		const failed = items.find((item) => 'error' in item);
		const isRead = error === undefined && failed === undefined;
		const isTold = failed !== undefined && 'error_advice' in failed;
		const node = isRead ? 'reads it' : isTold ? 'says what is wrong' : 'does not read it';
		this.judge(what, expected, node, isXml);
	}

	/** Judges the last response. */
	private judge(what: string, expected: Expected, node: Row['node'], isXml = false): void {
		const last = this.exchanges.at(-1);
		if (last === undefined || this.exchanges.length === this.seen) return;
		this.seen = this.exchanges.length;
		if (last.status !== 0) this.judged.set(what, last);
		const differences = differencesOf(last, expected, isXml);
		this.rows.push({ what, code: String(last.status), differences, node });
	}

	/** The product's own test of this login: an SMS without a recipient, which cannot be sent. */
	private async smsLogin(): Promise<void> {
		this.operation = 'sms.send';
		const { messagingServiceSmsApi: login = {} } = this.login;
		const node = await loaded('MessagingService');
		const { status } = await testCredential(node, 'messagingServiceSmsApi', login);
		this.judge('SMS login', 'success', status === 'OK' ? 'reads it' : 'does not read it');
	}

	private async burst(): Promise<void> {
		const { baseUrl, pathPrefix, apiKey: APIKey } = this.service.api;
		const codeOf = async (at: number) => {
			await sleep(at * 10);
			const url = `${baseUrl}${pathPrefix}/auth/api_key`;
			const { body, status } = await fetch(url, { headers: { APIKey }, redirect: 'manual' });
			await body?.cancel();
			return status;
		};
		const codes = await Promise.all(
			Array.from({ length: BURST }, (_, at) => codeOf(at).catch(() => 0)),
		);
		const refused = codes.filter((code) => code === 429).length;
		const differences = codes.includes(0) ? ['The service did not respond.'] : [];
		if (refused > 0) {
			differences.push(
				`${refused} of ${BURST} were refused (429), although the documented limit allows them. Enter your limit as Requests per Second in the credential.`,
			);
		}
		const what = `${BURST} reads, one each 10 milliseconds`;
		this.rows.push({ what, code: [...new Set(codes)].join(', '), differences, node: '–' });
	}

	/** Holds a callback against the file, and hands it to the triggers. */
	async callback(one: Callback): Promise<void> {
		this.callbacks.push(one);
		const { kind, differences } = judgedCallback(one);
		const isRead =
			(await starts('MessagingServiceTrigger', INBOX, one)) ||
			(await starts('MessagingServiceStatusTrigger', STATUS, one));
		const node = isRead ? 'reads it' : 'does not read it';
		this.rows.push({ what: `Callback ${kind}`, code: one.method, differences, node });
	}
}

const INBOX = ['whatsappOfficialInbox', 'pushInbox', 'whatsappBusiness'];
const STATUS = ['whatsappOfficialStatus', 'whatsappUnofficialStatus'];

/** Whether a callback starts a workflow. */
async function starts(type: string, events: string[], one: Callback): Promise<boolean> {
	const { method, query, headers, body } = one;
	const nodeType = await loaded(type);
	const trigger = await new TriggerServer({ nodeType, parameters: { events } }).start();
	const contentType = headers['content-type'];
	await fetch(`${trigger.url}?${query}`, {
		method,
		...(method === 'POST' && { body }),
		...(contentType !== undefined && { headers: { 'content-type': contentType } }),
	});
	await trigger.stop();
	return trigger.started.length > 0;
}
