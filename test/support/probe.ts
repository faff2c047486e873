import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { z } from 'zod';

import { panelFields as fieldsOf } from '../../nodes/MessagingService/panel';
import { operation, type Resource } from '../../nodes/MessagingService/engine/operation';
import { numeric } from '../../nodes/plain';
import { run } from '../../nodes/MessagingService/engine/run';

/** A made-up send and a made-up read, to test the engine without a real operation. */

const post = operation({
	value: 'post',
	name: 'Post',
	action: 'Post a probe',
	description: 'Post a probe',
	fields: ['Destination', 'Message', 'Channel'].map((displayName) => ({
		displayName,
		name: displayName.toLowerCase(),
		type: 'string',
		default: '',
		...(displayName === 'Destination' && { required: true }),
	})),
	effect: 'send',
	input: z.object({
		destination: z.string().regex(/^[1-9]\d{7,14}$/, 'must be an international number'),
		message: z.string().max(20).optional(),
		channel: z.string().optional(),
	}),
	request: ({ destination, message }) => ({
		method: 'POST',
		path: '/probe',
		json: { destination, ...(message !== undefined && { message }) },
	}),
	answer: z.object({ ref_no: z.string() }).passthrough(),
	credits: ({ message }) => Math.ceil((message ?? '').length / 10),
	sharedLimit: ({ channel }) =>
		channel === undefined
			? undefined
			: { key: channel, limit: 3, periodMs: 1_000, advice: 'Use another channel.' },
});

const list = operation({
	value: 'list',
	name: 'List',
	action: 'List probes',
	description: 'List probes',
	fields: [],
	effect: 'read',
	input: z.object({}),
	request: () => ({ method: 'GET', path: '/probes' }),
	answer: z.array(z.object({ id: numeric }).passthrough()),
});

export const probes = {
	value: 'probe',
	name: 'Probe',
	description: 'What the tests send',
	credential: 'messagingServiceApi',
	operations: [post, list] as const,
} satisfies Resource;

export class Probe implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Probe',
		name: 'probe',
		group: ['output'],
		version: 1,
		description: 'A made-up node',
		defaults: { name: 'Probe' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'messagingServiceApi', required: true }],
		properties: fieldsOf([probes]),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await run(this, [probes])];
	}
}
