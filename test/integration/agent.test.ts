import type { INodeType } from 'n8n-workflow';
import { z } from 'zod';

import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { accepted } from '../support/accepted';
import { Agent, HastyAgent, RequestingAgent, toolOf } from '../support/agent';
import { eventually } from '../support/eventually';
import { gate } from '../support/gate';
import { runNode, type ToolSetting } from '../support/harness';
import { loginTo } from '../support/login';
import { Probe } from '../support/probe';
import { acceptedBy, answerTo, probing } from '../support/probing';
import { useService } from '../support/useService';
import { useSimulator } from '../support/useSimulator';
import { SAYS } from '../support/words';

type Calls = Record<string, string | number>[];

/** What the agent reads after each of its calls. */
async function ask(tool: ToolSetting, items: Calls, nodeType: INodeType = new Agent()) {
	const { outputs, error } = await runNode({
		...{ nodeType, parameters: {}, items, credentials: {} },
		tool: { ...tool, nodeType: toolOf(tool.nodeType) },
	});
	expect(error).toBeUndefined();
	return outputs[0]?.map(({ told }) => z.string().parse(told)) ?? [];
}

const nodeAt = (url: string, parameters: ToolSetting['parameters']): ToolSetting => ({
	...{ nodeType: new MessagingService(), parameters, credentials: loginTo(url) },
});

describe('Node as the tool of an agent', () => {
	const simulator = useSimulator();

	const sent = () => simulator.service.state.messages.all().map(({ content }) => content.text);

	const text = {
		...{ resource: 'whatsappUnofficial', operation: 'sendText' },
		destination: "={{ $fromAI('destination', 'whom to write to', 'string') }}",
		message: "={{ $fromAI('message', 'what to write', 'string') }}",
	};
	const sms = {
		...{ resource: 'sms', operation: 'send' },
		destination: "={{ $fromAI('destination', 'whom to write to', 'number') }}",
	};

	it('An agent that sends a text learns its reference number', async () => {
		const call = { destination: '+62 812-3456-7890', message: 'Hello' };
		const [told] = await ask(nodeAt(simulator.url, text), [call]);

		expect(sent()).toEqual(['Hello']);
		expect(told).toContain(simulator.service.state.messages.all()[0]?.id);
	});

	it('An agent learns what to correct in a local number, and nothing is sent', async () => {
		const call = { destination: '0812345678', message: 'x' };
		const [told] = await ask(nodeAt(simulator.url, text), [call]);

		expect(told).toMatch(/To: 0812345678 is a local number: write 62… instead of the 0/);
		expect(sent()).toEqual([]);
	});

	it('A code that an agent gives as a number is sent as text', async () => {
		const code = { ...sms, text: "={{ $fromAI('code', 'the code', 'number') }}", otp: true };
		await ask(nodeAt(simulator.url, code), [{ destination: 6281234567890, code: 471_199 }]);

		expect(sent()).toEqual(['471199']);
	});

	it('An agent learns why the service refused, and what to do', async () => {
		const plain = { ...sms, text: "={{ $fromAI('text', 'what to write', 'string') }}" };
		const call = { destination: 6281234567890, text: 'Your OTP is 1234' };
		const [told] = await ask(nodeAt(simulator.url, plain), [call]);

		expect(told).toContain('OTP message sent without an OTP route');
		expect(told).toContain('Switch on One-Time Password (OTP)');
		expect(sent()).toEqual([]);
	});
});

describe('Media URL that an agent chooses', () => {
	const service = useService();

	const send = async (allowedMediaHosts: string | undefined, url: string) => {
		const destination = '6281234567890';
		service.answer = () => ({ json: { error: false, data: { ref_no: 'r', destination } } });
		const media = {
			...{ resource: 'whatsappUnofficial', operation: 'sendMedia', destination },
			...{ mediaSource: 'url', mediaUrl: "={{ $fromAI('url') }}" },
			options: allowedMediaHosts === undefined ? {} : { allowedMediaHosts },
		};
		const [told] = await ask(nodeAt(service.url, media), [{ url }]);
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
				...{ message: 'hello', channel: '' },
			},
		}),
		nodeType: new Probe(),
	});
	const RETRYING = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

	it('An uncertain message is remembered after another call', async () => {
		answerTo(service, (to) => (to === call.destination ? { drop: 'after' } : undefined));
		const told = await ask(probe(), [call, { destination: '62812000002' }, call]);
		expect(service.accepted()).toHaveLength(2);
		expect(told[2]).toContain(SAYS.uncertain);
	});

	it.each<[string, INodeType]>([
		['an agent that calls it', new Agent()],
		['an agent that has n8n run it as a node', new RequestingAgent()],
	])('An uncertain message is never repeated, and its reader learns why: %s', async (_, agent) => {
		service.answer = () => ({ drop: 'after' });
		const told = await ask(probe(RETRYING), [call, call], agent);
		expect(service.journal).toHaveLength(1);
		expect(told).toHaveLength(2);
		expect(told[1]).toContain(SAYS.uncertain);
	});

	it.each<[string, INodeType]>([
		['an agent', new Agent()],
		['an agent that has n8n run its tool as a node', new RequestingAgent()],
	])('The same call twice by %s sends two messages', async (_, agent) => {
		const told = await ask(probe(), [call, call], agent);
		expect(told.join()).toContain(call.destination);
		expect(service.accepted()).toHaveLength(2);
	});

	it('The same call twice at the same time sends two messages', async () => {
		const held = gate();
		service.answer = (seen) => ({ ...acceptedBy(seen), after: held.opened });

		const asked = ask(probe(), [call, call], new HastyAgent());
		// The first is not answered before the second has come.
		await eventually(() => {
			expect(service.journal).toHaveLength(2);
		});
		held.open();

		const one = JSON.stringify([accepted({ ref_no: call.destination, ...call, text: 'hello' })]);
		expect(await asked).toEqual([one, one]);
	});
});
