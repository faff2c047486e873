import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';

import type { INodeParameters } from 'n8n-workflow';

import { MessagingServiceTrigger } from '../../nodes/MessagingServiceTrigger/MessagingServiceTrigger.node';
import { MessagingServiceStatusTrigger } from '../../nodes/MessagingServiceStatusTrigger/MessagingServiceStatusTrigger.node';
import { PATH, TriggerServer, type TriggerSetting } from './triggerServer';

export { TriggerServer } from './triggerServer';

export interface Call {
	method?: string;
	/** As in the URL, without its question mark. */
	query?: string;
	json?: unknown;
	form?: Record<string, string>;
	body?: string | Buffer;
	headers?: Record<string, string>;
}

export interface Answer {
	/** Undefined if the connection ended without a response. */
	status: number | undefined;
	headers: IncomingHttpHeaders;
	text: string;
}

function contentOf({ json, form, body }: Call): { type?: string; bytes: Buffer } {
	if (json !== undefined) {
		return { type: 'application/json', bytes: Buffer.from(JSON.stringify(json)) };
	}
	if (form !== undefined) {
		const bytes = Buffer.from(new URLSearchParams(form).toString());
		return { type: 'application/x-www-form-urlencoded', bytes };
	}
	return { bytes: Buffer.from(body ?? '') };
}

/** Calls the trigger's URL. */
export async function call(server: TriggerServer, what: Call = {}): Promise<Answer> {
	const { type, bytes } = contentOf(what);
	const { method = 'POST', query, headers } = what;
	return await new Promise((resolve) => {
		const outgoing = httpRequest(
			{
				hostname: '127.0.0.1',
				port: server.port,
				method,
				path: query === undefined ? PATH : `${PATH}?${query}`,
				headers: {
					...(type !== undefined && { 'content-type': type }),
					...((method !== 'GET' || bytes.length > 0) && { 'content-length': bytes.length }),
					...headers,
				},
			},
			(response) => {
				let text = '';
				response.setEncoding('utf8');
				response.on('data', (chunk: string) => (text += chunk));
				response.on('close', () => {
					resolve({ status: response.statusCode, headers: response.headers, text });
				});
			},
		);
		outgoing.on('error', ({ message }) => {
			resolve({ status: undefined, headers: {}, text: message });
		});
		outgoing.end(bytes);
	});
}

const INBOX = ['whatsappOfficialInbox', 'pushInbox', 'whatsappBusiness'];
const STATUS = ['whatsappOfficialStatus', 'whatsappUnofficialStatus'];

/** Starts a trigger that listens to all its kinds, unless the parameters choose some. */
export type Start = (
	parameters?: INodeParameters,
	setting?: Partial<TriggerSetting>,
) => Promise<TriggerServer>;

/** Triggers for the tests of a block. Each is stopped after its test. */
export function useTriggers(): { inbox: Start; status: Start } {
	const running: TriggerServer[] = [];

	afterEach(async () => {
		await Promise.all(running.splice(0).map((server) => server.stop()));
	});

	const start = async (setting: TriggerSetting) => {
		const server = await new TriggerServer(setting).start();
		running.push(server);
		return server;
	};
	return {
		inbox: ({ events = INBOX, ...more } = {}, setting) =>
			start({
				nodeType: new MessagingServiceTrigger(),
				parameters: { events, ...more },
				...setting,
			}),
		status: ({ events = STATUS, ...more } = {}, setting) =>
			start({
				nodeType: new MessagingServiceStatusTrigger(),
				parameters: { events, ...more },
				...setting,
			}),
	};
}
