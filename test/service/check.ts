import type { ICredentialDataDecryptedObject, INodeParameters, INodeType } from 'n8n-workflow';

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

/** As many requests as the documented limit allows. */
const BURST = 30;

async function paceRow({ baseUrl, pathPrefix, apiKey: APIKey }: Login['api']): Promise<Row> {
	const url = `${baseUrl.replace(/\/+$/, '')}${pathPrefix}/auth/api_key`;
	const { kept, refused } = await burst(url, { APIKey }, BURST);
	const words = `${refused} were refused (429). Enter your limit as Requests per Second in the credential`;
	const what = `${kept} reads, each ${GAP_MS} ms or more after the one before`;
	return { what, differences: refused > 0 ? [words] : [] };
}

function report(rows: readonly Row[]) {
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

/** @param confirmed whether the user wants to send this message */
export async function checkService(
	{ api, sms }: Login,
	confirmed: (words: string) => Promise<boolean>,
	destination?: string,
): Promise<{ lines: string[]; code: number }> {
	const nodeType = await loaded('MessagingService');
	const credentials: Record<string, ICredentialDataDecryptedObject> = {
		messagingServiceApi: { ...api, requestsPerSecond: 20 },
		...(sms && { messagingServiceSmsApi: { ...sms } }),
	};
	const rows: Row[] = [];

	/** Runs an operation of the node. Resolves to what came out, or to undefined if it failed. */
	async function step(what: string, called: string, parameters: INodeParameters = {}) {
		const [resource = '', operation = ''] = called.split('.');
		let failure: string | undefined;
		let item: Record<string, unknown> = {};
		const response = await lastResponse(async () => {
			const { outputs, error } = await runNode({
				...{ nodeType, credentials, items: [{}] },
				parameters: { resource, operation, ...parameters },
				settings: { onError: 'continueRegularOutput' },
			});
			[item = {}] = outputs[0] ?? [];
			const { error: words = error?.message, error_advice: advice = error?.description } = item;
			if (words !== undefined)
				failure = `${String(words).replace(/\.?$/, '.')} ${String(advice ?? '')}`.trim();
		});
		// The bodies of failures are not documented.
		rows.push({ what, failure, ...(failure === undefined && response && judged(response)) });
		return failure === undefined ? item : undefined;
	}

	// Without an account, nothing else says anything.
	if (!(await step('Identity', 'account.getIdentity'))) return report(rows);
	await step('Balance', 'account.getBalance');
	await step('Channels', 'whatsappOfficial.getChannels', { returnAll: true });
	await step('Templates', 'whatsappOfficial.getTemplates', { returnAll: true });
	rows.push(await paceRow(api));
	if (destination === undefined) return report(rows);
	const message = { destination, message: 'This is a test of the connection.' };
	if (await confirmed(`Send a text to ${destination} (1 WhatsApp credit)?`)) {
		const sent = await step('A text', 'whatsappUnofficial.sendText', message);
		// The node made it a text.
		const refNo = String(sent?.ref_no);
		if (sent) await step('Its status', 'whatsappUnofficial.getStatus', { refNo });
		else
			rows.push({
				what: 'Its status',
				failure: 'Not asked, since it needs the ref_no of the text',
			});
	}
	if (sms && (await confirmed(`Send an SMS to ${destination} (one SMS)?`)))
		await step('An SMS', 'sms.send', message);
	return report(rows);
}
