import type { ICredentialDataDecryptedObject, INodeParameters, INodeType } from 'n8n-workflow';

import { testCredential } from '../support/credentialTest';
import { runNode } from '../support/harness';
import { judged, type Judged } from './judge';
import { burst, GAP_MS, lastResponse } from './wire';

/** Asks a service with the node itself, and holds each response against the OpenAPI files. */

export interface Login {
	api: { baseUrl: string; pathPrefix: string; apiKey: string };
	sms?: { baseUrl: string; path: string; user: string; password: string };
}

interface Row extends Partial<Judged> {
	what: string;
	/** What the node says of a failure. */
	failure?: string | undefined;
}

/** As a text that varies, so that tsx does not take a file that ends in .node for a binary. */
async function loaded(name: string): Promise<INodeType> {
	const found: unknown = await import(`../../nodes/${name}/${name}.node.ts`);
	// A file that n8n loads exports a class with the name of the file.
	const { [name]: Type } = found as Record<string, new () => INodeType>;
	if (Type === undefined) throw new Error(`no ${name}`);
	return new Type();
}

const all = { returnAll: true };

/** These send nothing. */
const READS: [what: string, operation: string, parameters: INodeParameters][] = [
	['Identity', 'account.getIdentity', {}],
	['Balance', 'account.getBalance', {}],
	['Channels', 'whatsappOfficial.getChannels', all],
	['Templates', 'whatsappOfficial.getTemplates', all],
];

/** As many requests as the documented limit allows. */
const BURST = 30;

const TEST = 'This is a test of the connection.';

class Check {
	readonly rows: Row[] = [];
	private readonly credentials: Record<string, ICredentialDataDecryptedObject>;

	constructor(
		private readonly login: Login,
		private readonly node: INodeType,
	) {
		const { api, sms } = login;
		this.credentials = {
			messagingServiceApi: { ...api, requestsPerSecond: 20 },
			...(sms && { messagingServiceSmsApi: { ...sms } }),
		};
	}

	/** Runs an operation of the node. Resolves to what came out, or to undefined if it failed. */
	async step(what: string, operation: string, parameters: INodeParameters) {
		const [resource = '', name = ''] = operation.split('.');
		let failure: string | undefined;
		let item: Record<string, unknown> | undefined;
		const response = await lastResponse(async () => {
			const { outputs, error } = await runNode({
				nodeType: this.node,
				items: [{}],
				parameters: { resource, operation: name, ...parameters },
				settings: { onError: 'continueRegularOutput' },
				credentials: this.credentials,
			});
			[item] = outputs[0] ?? [];
			const { error: words = error?.message, error_advice: advice = error?.description } =
				item ?? {};
			if (words !== undefined)
				failure = `${String(words).replace(/\.?$/, '.')} ${String(advice ?? '')}`.trim();
		});
		// The bodies of failures are not documented.
		this.rows.push({ what, failure, ...(failure === undefined && response && judged(response)) });
		return failure === undefined ? (item ?? {}) : undefined;
	}

	/** The product's own test of this login: an SMS without a recipient, which cannot be sent. */
	async smsLogin(): Promise<void> {
		const { messagingServiceSmsApi: login = {} } = this.credentials;
		const response = await lastResponse(async () => {
			const { status, message } = await testCredential(this.node, 'messagingServiceSmsApi', login);
			this.rows.push({ what: 'SMS login', ...(status !== 'OK' && { failure: message }) });
		});
		const row = this.rows.at(-1);
		if (row && response && row.failure === undefined) Object.assign(row, judged(response));
	}

	async pace(): Promise<void> {
		const { baseUrl, pathPrefix, apiKey: APIKey } = this.login.api;
		const url = `${baseUrl.replace(/\/+$/, '')}${pathPrefix}/auth/api_key`;
		const { kept, refused } = await burst(url, { APIKey }, BURST);
		const words = `${refused} were refused (429). Enter your limit as Requests per Second in the credential`;
		const what = `${kept} reads, each ${GAP_MS} ms or more after the one before`;
		this.rows.push({ what, differences: refused > 0 ? [words] : [] });
	}

	report() {
		const { rows } = this;
		const failed = rows.find(({ failure }) => failure !== undefined);
		const differing = rows.filter(({ differences = [] }) => differences.length > 0).length;
		const verdict = failed
			? `It does not work, because ${failed.what}: ${failed.failure}`
			: differing > 0
				? `It works, but ${differing} of ${rows.length} checks differ from the documentation.`
				: `It works, and all ${rows.length} checks are as documented.`;
		const lines = rows.map(({ what, failure, differences = [], harmless = [] }) => {
			const words = failure ?? (differences.join('; ') || 'as documented');
			return `- ${what}: ${words}${harmless.length > 0 ? ` (harmless: ${harmless.join('; ')})` : ''}`;
		});
		return { lines: [verdict, '', ...lines], code: failed ? 1 : differing > 0 ? 2 : 0 };
	}
}

/** @param confirmed whether the user wants to send this message */
export async function checkService(
	login: Login,
	confirmed: (words: string) => Promise<boolean>,
	destination?: string,
): Promise<{ lines: string[]; code: number }> {
	const check = new Check(login, await loaded('MessagingService'));
	for (const [what, operation, parameters] of READS) {
		const item = await check.step(what, operation, parameters);
		// Without an account, nothing else says anything.
		if (what === 'Identity' && item === undefined) return check.report();
	}
	await check.pace();
	if (login.sms !== undefined) await check.smsLogin();
	if (destination === undefined) return check.report();
	const message = { destination, message: TEST };
	if (await confirmed(`Send a text to ${destination} (1 WhatsApp credit)?`)) {
		const sent = await check.step('A text', 'whatsappUnofficial.sendText', message);
		const { ref_no: refNo } = sent ?? {};
		if (typeof refNo === 'string')
			await check.step('Its status', 'whatsappUnofficial.getStatus', { refNo });
	}
	if (login.sms !== undefined && (await confirmed(`Send an SMS to ${destination} (one SMS)?`)))
		await check.step('An SMS', 'sms.send', message);
	return check.report();
}
