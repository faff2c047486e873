import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { loginTo, nodeAt } from '../support/login';
import { runNode } from '../support/harness';
import { useSimulator } from '../support/useSimulator';

const TOKEN = '4f9d1c7a2be8605d3b1fa7c94e20d68b';
const KEY = 'API Key and IP Whitelist';

describe('Check Setup against the service', () => {
	const simulator = useSimulator();

	interface Given {
		api?: ICredentialDataDecryptedObject;
		sms?: ICredentialDataDecryptedObject | null;
		options?: INodeParameters;
	}

	/** Runs the node, and returns its rows by their check. Nothing may have been sent. */
	async function check({ api = {}, sms = {}, options = {} }: Given = {}) {
		const login = loginTo(simulator.url);
		const { outputs, error } = await runNode(
			nodeAt(
				simulator.url,
				{ resource: 'account', operation: 'checkSetup', options },
				{
					credentials: {
						messagingServiceApi: { ...login.messagingServiceApi, ...api },
						...(sms && { messagingServiceSmsApi: { ...login.messagingServiceSmsApi, ...sms } }),
					},
				},
			),
		);
		expect(error).toBeUndefined();
		expect(simulator.service.state.messages.all()).toEqual([]);
		const text = JSON.stringify(outputs);
		for (const secret of [TOKEN, 'simulator-key', 'simulator-password', 'mistyped']) {
			expect(text).not.toContain(secret);
		}
		return new Map((outputs[0] ?? []).map(({ check: name, ...row }) => [name as string, row]));
	}

	const oks = (rows: Awaited<ReturnType<typeof check>>) =>
		Object.fromEntries([...rows].map(([name, { ok }]) => [name, ok]));

	const FINE = {
		'WhatsApp Official': true,
		'WhatsApp Unofficial': true,
		'WhatsApp Business': null,
		SMS: true,
		[KEY]: true,
		'WhatsApp Balance': true,
		Channels: true,
		Templates: true,
		'SMS Login': true,
		'SMS Balance': true,
		'Default Country Code': true,
		'Form of the responses': true,
		Summary: null,
	};

	it.each(['json', 'xml'])('The whole setup is checked with five requests (%s)', async (format) => {
		expect(oks(await check({ options: { responseFormat: format } }))).toEqual(FINE);
		const { entries } = simulator.service.journal.list();
		expect(entries.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
			'GET /svc_api/1.0/auth/api_key',
			'GET /svc_api/1.0/balance',
			'GET /svc_api/1.0/wa_official/channels',
			'GET /svc_api/1.0/wa_official/templates',
			'POST /api/v3/sendsms/plain',
		]);
	});

	it('A field in another form than documented is named, without its value', async () => {
		const data = { idClient: 1, wa_balance: 'mistyped' };
		const fault = { status: 200, path: '/balance', body: { error: false, data }, times: 9 };
		simulator.service.faults.add({ kind: 'status', ...fault });
		const rows = await check();
		expect(rows.get('Form of the responses')).toMatchObject({ ok: false });
		expect(rows.get('Form of the responses')?.what).toContain('balance (wa_balance)');
	});

	it('A login with a Default Country Code next to one without is named', async () => {
		const rows = await check({ api: { defaultCountryCode: '62' } });
		expect(rows.get('Default Country Code')).toMatchObject({ ok: false });
	});

	it('An SMS login that is not chosen is a row of its own', async () => {
		const rows = await check({ sms: null });
		expect(rows.get('SMS Login')).toMatchObject({ ok: null });
		expect(rows.get('SMS Login')?.what).toContain('None is chosen');
		expect(rows.get(KEY)).toMatchObject({ ok: true });
	});

	it.each([
		['in an undocumented form', 200, (url: string) => ({ error: false, data: [{ webhook: url }] })],
		['with an error', 500, (url: string) => ({ error: true, message: `cannot call ${url}` })],
	])(
		'A response %s shows neither the token nor the login of a callback URL',
		async (_, status, body) => {
			const json = body(`https://user:mistyped@n8n.example.com/webhook/7?token=${TOKEN}`);
			const fault = { status, path: '/channels', body: json, times: 9 };
			simulator.service.faults.add({ kind: 'status', ...fault });
			const rows = await check();
			expect(rows.get('Channels')?.what).toContain(
				'https://********@n8n.example.com/webhook/7?token=********',
			);
		},
	);
});

it('An SMS without a credential is not sent, and the error says so', async () => {
	const sms = { resource: 'sms', operation: 'send', destination: '628000000001', message: 'Hello' };
	const { error } = await runNode(nodeAt('', sms, { credentials: {} }));
	expect(error?.message).toContain('No credential for SMS is chosen');
});
