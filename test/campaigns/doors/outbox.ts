import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import type { Testbed } from '../../e2e/useN8n';
import { callingWorkflow } from '../../n8n/agents';
import { until, type Json } from '../../n8n/api';
import { exampleOf, withSettings } from '../../n8n/editedExample';
import { callbackUrlOf, importExample } from '../../n8n/playground';
import { call, chain, splitOut, webhook, type TestNode } from '../../n8n/workflows';
import { argsOf, doorsOf, fromModel } from './doors';

/** Four callers send through the example Outbox. One recipient writes STOP, and n8n is killed in the middle of a list. */

const [AYU, BUDI, CITRA] = ['628000000211', '628000000212', '628000000213'];
const FIXED = { purpose: 'service' };
const SENDER = '6280000000012';

const row = z.object(
	Object.fromEntries(
		['who', 'key', 'ref_no', 'status', 'why', 'delivered'].map((name) => [
			name,
			z.string().nullish(),
		]),
	),
);

const set = (values: Json): TestNode => ({
	name: 'Set',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: {
		mode: 'raw',
		jsonOutput: JSON.stringify(values),
		includeOtherFields: true,
		options: {},
	},
});

/** The text of a message is its key, so that what the phone shows names it. */
const message = (to: string, key: string) => ({ tool: 'Outbox', to, key, text: key, url: '' });
type Message = ReturnType<typeof message>;

async function callersOf(bed: Testbed, outbox: { id: string }) {
	const doors = doorsOf(bed);
	const hook = randomUUID();
	const list = [webhook(hook), splitOut('body.list'), call('Call', outbox)];
	const workflow = await bed.publish(chain('List', list));
	const post = (all: readonly Message[]) =>
		doors.post(`${bed.n8n.url}/webhook/${hook}`, {
			list: all.map((one) => ({ ...FIXED, ...argsOf(one) })),
		});

	const value = {
		...FIXED,
		...Object.fromEntries(['to', 'text', 'key'].map((name) => [name, fromModel(name)])),
	};
	const workflowId = { __rl: true, mode: 'id', value: outbox.id };
	const tool: TestNode = {
		id: randomUUID(),
		name: 'Outbox',
		position: [0, 200],
		...callingWorkflow('Sends a message', workflowId, value),
	};
	const inputs = ['to', 'text', 'key'].map((name) => ({ name, type: 'string' }));
	const trigger: TestNode = {
		name: 'Asked',
		type: 'n8n-nodes-base.executeWorkflowTrigger',
		typeVersion: 1.1,
		parameters: { inputSource: 'workflowInputs', workflowInputs: { values: inputs } },
	};
	const between = await bed.publish(
		chain('For an agent', [trigger, set(FIXED), call('Call', outbox)]),
	);
	const workflowTool = { type: 'workflow', workflow: 'For an agent', workflowId: between.id };
	const client = await doors.mcpTriggerWith([tool]);
	return {
		list: workflow,
		post,
		workflow: async (all: readonly Message[]) => {
			const known = await bed.api.idsOf(workflow);
			await post(all);
			await bed.api.nextExecution(workflow, known);
		},
		aiAgent: await doors.aiAgentWith([tool]),
		n8nAgent: await doors.n8nAgentWith([{ ...workflowTool, name: 'Outbox', description: 'Sends' }]),
		mcp: (all: readonly Message[]) =>
			Promise.all(all.map((one) => client.call('Outbox', argsOf(one)))),
	};
}

export async function throughTheOutbox(bed: Testbed) {
	const imported = async (name: string, values: Json, known = {}) => {
		const example = withSettings(exampleOf(name), values);
		const stored = await importExample(bed.api, example, bed.credentials, known);
		await bed.api.activate(stored);
		return stored;
	};
	const outbox = await imported('outbox', { from_hour: 0, until_hour: 24, sms_after_minutes: 600 });
	const reports = await imported('outbox-reports', {}, { outbox });
	const register = () =>
		bed.control.register({
			unofficialStatus: callbackUrlOf(bed.api.url, reports, 'Report arrived'),
			unofficialInbox: callbackUrlOf(bed.api.url, reports, 'Message arrived'),
		});
	await register();
	const callers = await callersOf(bed, outbox);
	const asked: Message[] = [];
	/** Three messages, and one that another caller has asked for. */
	const four = (who: string, again?: Message) => {
		const fresh = [AYU, BUDI, CITRA].map((to, at) => message(to, `${who} ${at + 1}`));
		asked.push(...fresh);
		return [...fresh, ...(again ? [again] : [])];
	};

	await callers.workflow(four('Workflow'));
	await callers.aiAgent(four('AI Agent', asked[0]));
	await bed.control.write({ route: 'unofficial', from: BUDI, to: SENDER, text: 'STOP' });
	/** How many messages came after the confirmation. */
	const afterStop = async () => {
		const texts = (await bed.sentTo(BUDI)).map(({ text }) => text);
		const confirmed = texts.findIndex((text) => text.includes('no more messages'));
		return confirmed === -1 ? undefined : texts.length - 1 - confirmed;
	};
	await until('the confirmation of STOP', afterStop);
	await callers.n8nAgent(four('n8n Agent', asked[5]));
	await callers.mcp(four('MCP', asked[6]));

	const struck = [1, 2, 3, 4].map((at) => message(AYU, `Killed ${at}`));
	await callers.workflow(struck.slice(0, 1));
	await bed.control.addFault({ kind: 'slowFirstByte', ms: 600_000, path: '/whatsapp/message' });
	await callers.post(struck);
	await until('a message on its way', async () =>
		(await bed.control.messages()).some(({ text }) => text === struck[1]?.key),
	);
	await bed.crash();
	await register();
	await bed.retried(await bed.crashed(callers.list));
	await callers.aiAgent(struck);

	await bed.control.advance(20_000);
	const phone = await bed.control.messages();
	const read = async () => z.array(row).parse(await bed.rowsOf('messages'));
	// A message that came twice may share its row, which then gets one report.
	const rows = await until('the reports', async () => {
		const found = await read();
		return found.filter((one) => one.delivered).length >= phone.length && found;
	}).catch(read);
	return {
		afterStop: await afterStop(),
		messages: [...asked, ...struck].map(({ to, key }) => {
			const received = phone.filter(({ text }) => text === key);
			const [left, ...more] = rows.filter((one) => one.key === key);
			const refused = rows.find((one) => one.key?.startsWith(`${key} (not sent `));
			const refs = received.map(({ ref_no: ref }) => ref);
			const wrong = [
				...(received.length > 1 ? ['it came twice'] : []),
				...(more.length > 0 ? ['it has two rows'] : []),
				...(received.length > 0 && left?.who !== to ? ['it came without a row'] : []),
				...(left?.status === 'accepted' && !refs.includes(left.ref_no ?? '')
					? ['it did not come']
					: []),
			];
			const { status, why, delivered } = left ?? refused ?? {};
			return { key, to, status, why, received: received.length, delivered, wrong };
		}),
	};
}
