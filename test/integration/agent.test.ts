import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod';

import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { Agent, toolOf } from '../support/agent';
import { runNode } from '../support/harness';
import { loginTo } from '../support/login';
import { useSimulator } from '../support/useSimulator';

describe('Node as the tool of an agent', () => {
	const simulator = useSimulator();

	const ask = async (parameters: INodeParameters, ...calls: Record<string, string | number>[]) => {
		const { outputs, error } = await runNode({
			nodeType: new Agent(),
			parameters: {},
			items: calls,
			credentials: {},
			tool: {
				nodeType: toolOf(new MessagingService()),
				parameters,
				credentials: loginTo(simulator.url),
			},
		});
		expect(error).toBeUndefined();
		return outputs[0]?.map(({ told }) => z.string().parse(told)) ?? [];
	};

	const sent = () => simulator.service.state.messages.all().map(({ content }) => content.text);

	const text: INodeParameters = {
		resource: 'whatsappUnofficial',
		operation: 'sendText',
		destination: "={{ $fromAI('destination', 'whom to write to', 'string') }}",
		message: "={{ $fromAI('message', 'what to write', 'string') }}",
	};

	const sms: INodeParameters = {
		resource: 'sms',
		operation: 'send',
		destination: "={{ $fromAI('destination', 'whom to write to', 'number') }}",
	};

	it('An agent that sends a text learns its reference number', async () => {
		const [told] = await ask(text, { destination: '+62 812-3456-7890', message: 'Hello' });

		expect(sent()).toEqual(['Hello']);
		expect(told).toContain(simulator.service.state.messages.all()[0]?.id);
	});

	it('An agent learns what to correct in a local number, and nothing is sent', async () => {
		const [told] = await ask(text, { destination: '0812345678', message: 'x' });

		expect(told).toMatch(/To: 0812345678 is a local number: write 62… instead of the 0/);
		expect(sent()).toEqual([]);
	});

	it('A code that an agent gives as a number is sent as text', async () => {
		const code = { ...sms, text: "={{ $fromAI('code', 'the code', 'number') }}", otp: true };
		await ask(code, { destination: 6281234567890, code: 471_199 });

		expect(sent()).toEqual(['471199']);
	});

	it('An agent learns why the service refused, and what to do', async () => {
		const plain = { ...sms, text: "={{ $fromAI('text', 'what to write', 'string') }}" };
		const [told] = await ask(plain, { destination: 6281234567890, text: 'Your OTP is 1234' });

		expect(told).toContain('OTP message sent without an OTP route');
		expect(told).toContain('Switch on One-Time Password (OTP)');
		expect(sent()).toEqual([]);
	});
});
