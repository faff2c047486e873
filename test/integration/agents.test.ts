import { ExecuteContext } from 'n8n-core';
import { createEmptyRunExecutionData, Workflow } from 'n8n-workflow';
import type { INode, INodeParameters, INodeType } from 'n8n-workflow';

import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { accepted } from '../support/accepted';
import { Agent, askAgent, HastyAgent, RequestingAgent, toolOf } from '../support/agent';
import { eventually } from '../support/eventually';
import { gate } from '../support/gate';
import { nodeTypesOf, runNode, type Setting, type ToolSetting } from '../support/harness';
import { loginTo, nodeAt } from '../support/login';
import { additionalDataFor } from '../support/n8nServer';
import { Probe } from '../support/probe';
import { acceptedBy, answerTo, probing } from '../support/probing';
import { useService } from '../support/useService';
import { useSimulator } from '../support/useSimulator';
import { SAYS } from '../support/words';

describe('Node as the tool of an agent', () => {
	const simulator = useSimulator();

	const sent = () => simulator.service.state.messages.all().map(({ content }) => content.text);

	const text = {
		resource: 'whatsappUnofficial',
		operation: 'sendText',
		destination: "={{ $fromAI('destination', 'whom to write to', 'string') }}",
		message: "={{ $fromAI('message', 'what to write', 'string') }}",
	};

	it('An agent that sends a text learns its reference number', async () => {
		const call = { destination: '+62 812-3456-7890', message: 'Hello' };
		const [told] = await askAgent(nodeAt(simulator.url, text), [call]);

		expect(sent()).toEqual(['Hello']);
		expect(told).toContain(simulator.service.state.messages.all()[0]?.id);
	});

	it.each(['={{ $json.phone }}', 'function () { return "628" + "0".repeat(9); /* and so on */ }'])(
		'An agent that gives %s as a number reads one sentence on it, what was sent, and what to do',
		async (destination) => {
			const call = { destination, message: 'Hello' };
			const [told = ''] = await askAgent(nodeAt(simulator.url, text), [call]);
			expect(told).toMatch(
				/^Recipient: “[^”]{1,40}” is not one phone number: [^.]+\. Nothing was sent for this item\. Call this tool only with [^.]+\.$/,
			);
			expect(told.length).toBeLessThan(250);
			expect(sent()).toEqual([]);
		},
	);
});

describe('Limit that an agent’s model fills in', () => {
	const service = useService();

	const LIMITS = [
		...['allowedMediaHosts', 'allowedRecipients', 'checkCredit', 'mostMessages', 'testTo'],
		'validateOnly',
	];
	const MEDIA = { mediaSource: 'url', mediaUrl: 'https://files.example/a.png' };

	it.each(LIMITS)('A call is refused if the model fills in %s', async (name) => {
		const content =
			name === 'allowedMediaHosts'
				? { operation: 'sendMedia', ...MEDIA }
				: { operation: 'sendText', message: 'Hello' };
		const parameters = {
			resource: 'whatsappUnofficial',
			destination: '6281234567890',
			...content,
			options: { [name]: `={{ $fromAI('limit', 'the limit', 'string') }}` },
		};
		const [told] = await askAgent(nodeAt(service.url, parameters), [{ limit: '*' }]);

		expect(told).toContain('is filled in by the model that it must limit');
		expect(service.journal).toEqual([]);
	});
});

describe('Media URL that an agent chooses', () => {
	const service = useService();

	const send = async (allowedMediaHosts: string | undefined, url: string) => {
		const destination = '6281234567890';
		service.answer = () => ({ json: { error: false, data: { ref_no: 'r', destination } } });
		const media = {
			resource: 'whatsappUnofficial',
			operation: 'sendMedia',
			destination,
			mediaSource: 'url',
			mediaUrl: "={{ $fromAI('url') }}",
			options: allowedMediaHosts === undefined ? {} : { allowedMediaHosts },
		};
		const [told] = await askAgent(nodeAt(service.url, media), [{ url }]);
		return told;
	};

	it.each([
		['without the option', undefined, 'https://cdn.example/a.png'],
		['to another host', 'cdn.example', 'https://evil.example/a.png'],
	])('A media URL of an agent is refused %s', async (_, hosts, url) => {
		expect(await send(hosts, url)).toContain('Allowed Media Hosts does not include');
		expect(service.journal).toEqual([]);
	});

	it('A media URL of an agent is sent if the option names its host', async () => {
		await send('cdn.example', 'https://cdn.example/a.png');
		expect(service.accepted()).toHaveLength(1);
	});
});

describe('Engine as the tool of an agent', () => {
	const service = useService();

	beforeEach(() => {
		service.answer = acceptedBy;
	});

	const call = { destination: '62812000001' };
	const probe = (settings: ToolSetting['settings'] = {}): ToolSetting => ({
		...probing(service, [], {
			settings,
			parameters: {
				destination: "={{ $fromAI('destination', 'the number', 'string') }}",
				message: 'hello',
				channel: '',
			},
		}),
		nodeType: new Probe(),
	});
	const RETRYING = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

	it.each<[string, INodeType]>([
		['an agent that calls it', new Agent()],
		['an agent that has n8n run it as a node', new RequestingAgent()],
	])('An uncertain message is never repeated, and its reader learns why: %s', async (_, agent) => {
		answerTo(service, (to) => (to === call.destination ? { drop: 'after' } : undefined));
		const calls = [call, { destination: '62812000002' }, call];
		const told = await askAgent(probe(RETRYING), calls, { nodeType: agent });
		expect(service.journal).toHaveLength(2);
		expect(told[2]).toContain(SAYS.uncertain);
	});

	it.each<[string, INodeType]>([
		['an agent', new Agent()],
		['an agent that has n8n run its tool as a node', new RequestingAgent()],
	])('The same call twice by %s sends two messages', async (_, agent) => {
		const told = await askAgent(probe(), [call, call], { nodeType: agent });
		expect(told.join()).toContain(call.destination);
		expect(service.accepted()).toHaveLength(2);
	});

	it('The same call twice at the same time sends two messages', async () => {
		const held = gate();
		service.answer = (seen) => ({ ...acceptedBy(seen), after: held.opened });

		const asked = askAgent(probe(), [call, call], { nodeType: new HastyAgent() });
		// The first is not answered before the second has come.
		await eventually(() => {
			expect(service.journal).toHaveLength(2);
		});
		held.open();

		const one = JSON.stringify([accepted({ ref_no: call.destination, ...call, text: 'hello' })]);
		expect(await asked).toEqual([one, one]);
	});
});

const AYU = '6281234567890';
const ACCEPTED = { json: { error: false, data: { ref_no: 'r', destination: AYU } } };

/** Where agents call from, beside the AI Agent node. */
describe('Doors of agents', () => {
	const service = useService();
	let logins = 0;
	let credentialId = '';

	beforeEach(() => {
		service.answer = () => ACCEPTED;
		// The count of the last hour belongs to a credential.
		credentialId = `credential ${++logins}`;
	});

	const parameters = (options: INodeParameters = {}, operation = {}): INodeParameters => ({
		resource: 'whatsappUnofficial',
		operation: 'sendText',
		message: 'hello',
		destination: AYU,
		options,
		...operation,
	});

	const sent = () => service.accepted().length;

	/** Calls the tool as n8n Agents do: with a workflow for this call only, and without an execution. */
	const byN8nAgent = async (given: INodeParameters): Promise<string> => {
		const nodeType: INodeType = toolOf(new MessagingService());
		const node: INode = {
			id: 'node',
			name: 'Target Node',
			type: 'messagingServiceTool',
			typeVersion: 1,
			position: [0, 0],
			parameters: given,
			credentials: { messagingServiceApi: { id: credentialId, name: 'Account' } },
		};
		const workflow = new Workflow({
			nodes: [node],
			connections: {},
			active: false,
			nodeTypes: nodeTypesOf({ messagingServiceTool: nodeType }),
		});
		const additionalData = await additionalDataFor(loginTo(service.url));
		delete additionalData.executionId;
		const items = [{ json: {} }];
		const input = { main: [items] };
		const context = new ExecuteContext(
			...([workflow, node, additionalData, 'internal', createEmptyRunExecutionData()] as const),
			...([0, items, input, { node, data: input, source: null }] as const),
			[],
		);
		try {
			return JSON.stringify(await nodeType.execute?.call(context as never));
		} catch (error) {
			return error instanceof Error ? error.message : 'failed';
		}
	};

	/** Calls the tool as an AI Agent does, or as an MCP Server Trigger does: each call in an execution of its own. */
	const byWorkflow = (
		caller: string,
		calls: number,
		given: INodeParameters,
		ofCaller: Partial<Setting> = {},
	) => {
		const message = "={{ $fromAI('message', 'text', 'string', 'hello') }}";
		const credentials = { messagingServiceApi: { id: credentialId, name: 'Account' } };
		return askAgent(
			{ ...nodeAt(service.url, { ...given, message }), settings: { credentials } },
			Array.from({ length: calls }, () => ({})),
			{ settings: { type: caller }, ...ofCaller },
		);
	};

	const MCP_TRIGGER = '@n8n/n8n-nodes-langchain.mcpTrigger';
	const LIMITED = 'Max Messages allows';

	it('Simultaneous calls of a tool of n8n Agents send at most ten messages within an hour', async () => {
		const calls = Array.from({ length: 12 }, () => byN8nAgent(parameters()));
		const refused = (await Promise.all(calls)).filter((told) => told.includes(LIMITED));
		expect(refused).toHaveLength(2);
		expect(refused[0]).toContain('allows 10 within an hour');
		expect(refused[0]).toMatch(/Nothing was sent .* Stop here, and tell the person/);
		expect(sent()).toBe(10);
	});

	it('The count of the last hour belongs to an operation and a credential', async () => {
		const one = parameters({ mostMessages: 1 });
		await byN8nAgent(one);
		const media = {
			operation: 'sendMedia',
			mediaSource: 'url',
			mediaUrl: 'https://a.example/a.png',
		};
		await byN8nAgent(parameters({ mostMessages: 1, allowedMediaHosts: 'a.example' }, media));
		credentialId = 'another';
		await byN8nAgent(one);
		expect(sent()).toBe(3);
		expect(await byN8nAgent(one)).toContain(LIMITED);
	});

	it('A Send Once Key in a tool of n8n Agents is refused with what to do there', async () => {
		const told = await byN8nAgent(parameters({ sendOnceKey: 'order 1' }));
		expect(told).toMatch(/need a saved workflow.* Nothing was sent.* Stop, and tell the person/);
		expect(told).toMatch(
			/call a saved workflow that has this node \(https:.*docs\/agents\.md\)\.$/,
		);
		expect(told).not.toMatch(/again/);
		expect(sent()).toBe(0);
	});

	it.each([
		['Allowed Recipients', { allowedRecipients: '62899*' }, {}],
		['Allowed Media Hosts', {}, { operation: 'sendMedia', mediaUrl: 'https://a.example/a.png' }],
		['Recipient: “0812345678” is a local number: write 62…', {}, { destination: '0812345678' }],
	])('An agent reads what to do, and never to run again: %s', async (what, options, operation) => {
		const told = await byN8nAgent(parameters(options, { mediaSource: 'url', ...operation }));
		expect(told).toContain(what);
		expect(told).toMatch(/Nothing was sent for this item\. (?:Do not|Call this tool only with)/);
		expect(told).not.toMatch(/(?:run|try|send) again/);
		expect(sent()).toBe(0);
	});

	it('An agent may send ten messages in an execution, unless the option says otherwise', async () => {
		expect(
			(await byWorkflow('agent', 12, parameters())).filter((told) => told.includes(LIMITED)),
		).toHaveLength(2);
		expect(sent()).toBe(10);
		await byWorkflow('agent', 12, parameters({ mostMessages: 12 }));
		expect(sent()).toBe(22);
	});

	it('The message of an error says what to do where another workflow or an agent calls', async () => {
		const setting = nodeAt(service.url, parameters({ mostMessages: 0 }));
		const { error: own } = await runNode(setting);
		const trigger = 'n8n-nodes-base.executeWorkflowTrigger';
		const { error: called } = await runNode({ ...setting, trigger });
		expect(own?.message).not.toContain('Stop here');
		expect(called?.message).toContain('Nothing was sent for this item. Stop here, and tell');
	});

	it('Calls by an MCP Server Trigger share the limit, although each is an execution of its own', async () => {
		const call = () => byWorkflow(MCP_TRIGGER, 1, parameters({ mostMessages: 2 }));
		await call();
		await call();
		expect((await call())[0]).toContain(`${LIMITED} 2 within an hour`);
		expect(sent()).toBe(2);
	});

	it('Calls of an agent that is itself a tool of an MCP Server Trigger share it too', async () => {
		const ofCaller = { trigger: MCP_TRIGGER, isToolOfTrigger: true };
		const call = () => byWorkflow('agentTool', 1, parameters({ mostMessages: 1 }), ofCaller);
		await call();
		expect((await call())[0]).toContain(`${LIMITED} 1 within an hour`);
		expect(sent()).toBe(1);
	});
});
