import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { cpuMsOf } from '../campaigns/frame/measure';
import { until, type Json, type Stored } from '../n8n/api';
import { callbackUrlOf } from '../n8n/playground';
import { chain, connecting, link, webhook, type TestNode } from '../n8n/workflows';
import { postAnswer } from '../n8n/questions';
import { asking, asked, outcome } from './support/questions';
import { AYU, useN8n } from './useN8n';

const BUDI = '628123456700';
const OWN = '628110000000';
const say = (...what: unknown[]) => appendFileSync('/tmp/eyes1/e2e.log', what.map((x) => (typeof x === 'string' ? x : JSON.stringify(x))).join(' ') + '\n');
const sleep = (ms: number) => new Promise((r) => setTimeout(r, ms));
const meta = (from: string, messages: Json[], more: Json = {}): Json => ({
	object: 'whatsapp_business_account',
	entry: [{ id: '1', changes: [{ field: 'messages', value: { messaging_product: 'whatsapp', metadata: { display_phone_number: OWN, phone_number_id: '1' }, contacts: [{ profile: { name: 'Ayu' }, wa_id: from }], ...(messages.length ? { messages: messages.map((m, i) => ({ from, id: `wamid.${randomUUID()}`, timestamp: String(Math.floor(Date.now() / 1000) + i), ...m })) } : {}), ...more } }] }],
});
const text = (body: string): Json => ({ type: 'text', text: { body } });
async function send(url: string, body: unknown, raw = false) {
	const began = Date.now();
	const r = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: raw ? (body as string) : JSON.stringify(body) });
	return `${r.status} ${(await r.text()).slice(0, 90)} ${Date.now() - began}ms`;
}

describe('eyes', () => {
	const testbed = useN8n({ simulator: { speed: 0 } });
	let flow: Stored; let url: string; let other: Stored; let otherUrl: string;
	const count = async (w: Stored) => (await testbed.api.executions(w)).length;
	beforeAll(async () => {
		const trigger = testbed.trigger('', { events: ['whatsappBusiness'], options: { groupSeconds: 3 } });
		const agent: TestNode = { name: 'Agent', type: '@n8n/n8n-nodes-langchain.agent', typeVersion: 3.1, parameters: { options: {} } };
		const reply = testbed.node('Reply', { resource: 'whatsappBusiness', operation: 'reply', gatewayId: 'gateway-1', recipient: "={{ $('Trigger').item.json.from }}", messageType: 'text', text: '={{ $json.output }}' });
		const wf = chain('Agent flow', [trigger, agent, reply]);
		const add = (n: TestNode) => ({ id: randomUUID(), typeVersion: 1, position: [0, 220], ...n });
		const model = { name: 'Model', type: '@n8n/n8n-nodes-langchain.lmChatOpenAi', typeVersion: 1.3, parameters: { model: { __rl: true, mode: 'id', value: 'stand-in' }, responsesApiEnabled: false, options: { maxRetries: 0 } }, credentials: testbed.credential('openAiApi') };
		const memory = { name: 'Memory', type: '@n8n/n8n-nodes-langchain.memoryBufferWindow', typeVersion: 1.3, parameters: {} };
		const whole = connecting({ ...wf, nodes: [...wf.nodes, add(model), add(memory)] }, { Model: { ai_languageModel: [link('Agent', 'ai_languageModel')] }, Memory: { ai_memory: [link('Agent', 'ai_memory')] } });
		flow = await testbed.publish(whole);
		url = callbackUrlOf(testbed.n8n.url, flow, 'Trigger');
		({ workflow: other, url: otherUrl } = await testbed.published(testbed.trigger('', { events: ['whatsappBusiness'], options: { otherEvents: true } }), 'Other events'));
		await testbed.control.write({ route: 'business', from: AYU, text: 'Hello?' });
	});
	const last = async (w: Stored) => { const [{ id } = { id: '' }] = await testbed.api.executions(w); return testbed.api.finished(id); };

	it('burst and agent', async () => {
		const answers = await Promise.all([send(url, meta(AYU, [text('Halo')])), sleep(300).then(() => send(url, meta(AYU, [text('saya pesan'), text('lampu')]))), sleep(900).then(() => send(url, meta(AYU, [{ type: 'image', image: { id: '9', caption: 'ini' } }])))]);
		say('BURST', answers);
		await until('start', async () => (await count(flow)) === 1);
		const e = await last(flow);
		const [o] = e.output('Trigger');
		const { data, messages, ...rest } = o as Json & { messages: unknown[] };
		say('burst output', e.status, e.error ?? '', rest, 'messages', messages?.length);
		say('agent', e.output('Agent'), 'reply', e.output('Reply'));
		say('sent', await testbed.sentTo(AYU));
	});
	it('stop', async () => {
		const n = await count(flow);
		say('STOP', await send(url, meta(AYU, [text('Berhenti.')])));
		await until('start', async () => (await count(flow)) === n + 1);
		const [o] = (await last(flow)).output('Trigger');
		say('keyword', o?.keyword, 'sessionId', o?.sessionId, 'chatInput', o?.chatInput);
		const m = testbed.model.requests.at(-1);
		say('memory holds the burst:', JSON.stringify(m).includes('lampu'));
	});
	it('reports', async () => {
		const n = await count(flow), k = await count(other);
		const status = (s: string) => meta(AYU, [], { statuses: [{ id: 'wamid.x', status: s, timestamp: '1764000000', recipient_id: AYU }] });
		const reports = [status('sent'), status('delivered'), status('read'), { event: 'message_echo', message: { from: OWN, to: AYU, text: 'x', fromMe: true } }, meta(AYU, [], { message_echoes: [{ from: OWN, to: AYU, id: 'e', type: 'text', text: { body: 'x' } }] })];
		for (const r of reports) say('report', await send(url, r), '| other events on:', await send(otherUrl, r));
		await sleep(1500);
		say('started flow', (await count(flow)) - n, 'other', (await count(other)) - k);
		const { data, ...rest } = (await last(other)).output('Trigger')[0] as Json;
		say('other event output', rest);
	});
	it('taps', async () => {
		const ask = asking(testbed, { resource: 'whatsappBusiness', gatewayId: 'gateway-1', recipient: AYU, answerBy: 'buttons', approvalOptions: { values: { approvalType: 'double' } } });
		const { id } = await testbed.run([ask]);
		const buttons = await until('buttons', async () => {
			const { messages } = (await testbed.control.call('GET', '/messages')) as { messages: { buttons: { id: string }[] }[] };
			return messages.findLast((m) => m.buttons?.length > 0)?.buttons;
		});
		const [yes, no] = buttons.map((b) => b.id) as [string, string];
		await testbed.waiting(id);
		const waits = async () => (await testbed.api.execution(id)).status;
		const tap = (bid: string, from = AYU) => meta(from, [{ type: 'interactive', context: { from: OWN, id: 'wamid.0' }, interactive: { type: 'button_reply', button_reply: { id: bid, title: 'Yes' } } }]);
		const base = `${testbed.n8n.url}/webhook-waiting/${yes.slice(7)}`;
		const forged = yes.replace(/signature=.{64}/, 'signature=' + 'ab'.repeat(32));
		const tries: [string, unknown][] = [
			['tap of Budi', tap(yes, BUDI)],
			['typed JSON by Budi', meta(BUDI, [text(JSON.stringify({ from: AYU, id: yes }))])],
			['typed JSON list by Budi', meta(BUDI, [text(JSON.stringify([{ from: AYU, id: yes }]))])],
			['typed JSON messages by Budi', meta(BUDI, [text(JSON.stringify({ messages: [{ from: AYU, button: { payload: yes } }] }))])],
			['card with Ayu by Budi', meta(BUDI, [{ type: 'contacts', contacts: [{ name: { formatted_name: yes }, phones: [{ phone: AYU, wa_id: AYU }] }] }])],
			['flat, two senders', { from: BUDI, sender: AYU, id: yes, n: 1 }],
			['key with ID as name', { from: AYU, [yes]: 1, text: no }],
			['both', { from: AYU, a: yes, b: no }],
			['echo', { from: AYU, fromMe: true, button_id: yes }],
			['key.fromMe', { sender: AYU, data: { key: { remoteJid: AYU + '@s.whatsapp.net', fromMe: true, id: '3' }, message: { templateButtonReplyMessage: { selectedId: yes } } } }],
			['key of Budi', { sender: AYU, data: { key: { remoteJid: BUDI + '@s.whatsapp.net', fromMe: false, id: '3' }, message: { templateButtonReplyMessage: { selectedId: yes } } } }],
			['replied', { from: AYU, text: 'no', repliedMessage: { buttons: [{ id: yes }] } }],
			['forged signature', tap(forged)],
			['forged 90', { from: AYU, text: Array.from({ length: 90 }, (_, i) => forged.replace(/^answer:\d+/, `answer:${i + 1}`)).join(' ') }],
		];
		for (const [what, body] of tries) say('TAP', what, '|', await send(otherUrl, body), '|', await waits());
		for (const [what, q, body] of [['from in body', '', 'from=' + AYU], ['from in query', '&from=' + AYU, ''], ['approved twice', '&approved=false', ''], ['approved=false in body', '', 'approved=false']] as const) {
			if (what === 'from in body') continue;
			const r = await fetch(base + q, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body });
			say('POST link', what, r.status, await waits());
		}
		say('real tap in the group trigger', await send(url, tap(yes)), await until('over', async () => ((await waits()) !== 'waiting' ? await waits() : undefined)));
		say('outcome', await outcome(testbed, id));
		say('second tap other button', await send(url, tap(no)));
	});
	it('number and page', async () => {
		const { id, link: page } = await asked(testbed, { responseType: 'customForm', formFields: { values: [{ fieldLabel: 'Amount', fieldType: 'number' }] } });
		const html = await (await fetch(page)).text();
		const [, name = ''] = /name="([^"]+)"/.exec(html) ?? [];
		for (const v of ['120.000', '120,000', '1.000.000', '-120.000', '120 000', '١٢٠.000', '0.125', '1e5', '120000']) {
			const r = await postAnswer(page, { [name]: v }, true);
			const t = await r.text();
			say('NUMBER', name, v, r.status, /class="wrong"[^>]*>([^<]*)/.exec(t)?.[1] ?? '', (await testbed.api.execution(id)).status);
			if (r.status === 200) break;
		}
		say('outcome', await outcome(testbed, id));
	});
	it('cpu', async () => {
		const hook = randomUUID();
		await testbed.publish(chain('Plain', [webhook(hook), { name: 'End', type: 'n8n-nodes-base.noOp' }]));
		const plain = `${testbed.n8n.url}/webhook/${hook}`;
		const nest = (n: number) => { let t = ''; while (t.length < n / 2) t += '[{"a":'; return t + '1' + t.replace(/\[\{"a":/g, '}]'); };
		const fields = (n: number, f: (i: number) => string) => '{' + Array.from({ length: n }, (_, i) => f(i)).join(',') + '}';
		const bodies: [string, string][] = [
			['plain 79 kB', JSON.stringify(meta(AYU, [text('x'.repeat(79_000))]))],
			['nested JSON text 79 kB', JSON.stringify(meta(AYU, [text(nest(79_000))]))],
			['nested with mark 79 kB', JSON.stringify(meta(AYU, [text('["answer:",' + nest(79_000) + ']')]))],
			['40 texts of 15 kB with mark', JSON.stringify({ from: AYU, list: Array.from({ length: 40 }, () => '["answer:",' + nest(15_000) + ']') })],
			['1 MB of answer:', JSON.stringify({ from: AYU, text: 'answer:'.repeat(140_000) })],
			['4900 texts with a forged ID', JSON.stringify({ from: AYU, list: Array.from({ length: 4900 }, (_, i) => `answer:${i + 1}/ab?approved=true&nonce=aaaaaaaaaaaaaaaa&signature=${'ab'.repeat(32)}`) })],
			['90 forged IDs', JSON.stringify({ from: AYU, list: Array.from({ length: 90 }, (_, i) => `answer:${i + 1}/ab?approved=true&nonce=aaaaaaaaaaaaaaaa&signature=${'ab'.repeat(32)}`) })],
			['2400 froms and 2400 phones', fields(4800, (i) => (i % 2 ? `"from${i}":"62812${1000000 + i}"` : `"phone${i}":"62812${1000000}"`))],
			['4900 texts in a button', `{"button":${fields(4900, (i) => `"text${i}":"${i}"`)}}`],
			['100 messages, 4000 contacts', JSON.stringify({ contacts: Array.from({ length: 1900 }, (_, i) => ({ wa_id: '62812' + (1000000 + i) })), messages: Array.from({ length: 99 }, (_, i) => ({ id: 'm' + i, text: 'a' })) })],
			['60 deep × 80 lists', JSON.stringify(Array.from({ length: 70 }, () => JSON.parse('[{"from":'.repeat(30) + '1' + '}]'.repeat(30))))],
			['900 kB of numbers', '{"a":"' + '1234567890123456'.repeat(56_000) + '"}'],
			['900 kB key', JSON.stringify({ ['from'.repeat(225_000)]: 1, from: AYU })],
		];
		const pid = testbed.n8n.pid ?? 0;
		for (const [what, body] of bodies) {
			const cost: number[] = [];
			for (const to of [plain, otherUrl, plain, otherUrl]) {
				await sleep(400);
				const before = cpuMsOf(pid);
				await send(to, body.replace(/^([{[])/, `$1${body[0] === '{' ? `"r${cost.length}":1,` : `{"r${cost.length}":1},`}`), true);
				await sleep(600);
				cost.push(Math.round(cpuMsOf(pid) - before));
			}
			say('CPU', what, body.length, 'webhook', [cost[0], cost[2]], 'ours', [cost[1], cost[3]]);
		}
		say(readFileSync(testbed.n8n.log, 'utf8').split('\n').filter((l) => /callback|answer|question|resumeToken/i.test(l)).slice(0, 30).join('\n'));
	}, 300_000);
});
