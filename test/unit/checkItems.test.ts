import type { IExecuteFunctions } from 'n8n-workflow';

import { checkItems } from '../../nodes/MessagingService/engine/check';
import type { Operation } from '../../nodes/MessagingService/engine/operation';
import { probes } from '../support/probe';

const people = ['62812000001', '62812000002', '62812000003'];

/** What n8n gives a node that has an item for each of them. */
const context = {
	getInputData: () => people.map((to) => ({ json: { to } })),
	getNodeParameter: (name: string, item: number, otherwise: unknown) =>
		({ resource: 'probe', operation: 'post', destination: people[item] })[name] ?? otherwise,
	getNode: () => ({ name: 'Messages', type: 'messagingService' }),
	getCredentials: () => Promise.resolve({ baseUrl: 'https://service.test', apiKey: 'the key' }),
	continueOnFail: () => true,
	isToolExecution: () => false,
	getExecutionCancelSignal: () => undefined,
	getWorkflowDataProxy: () => ({ $execution: { resumeUrl: 'http://127.0.0.1/?signature=token' } }),
	// Only these of its methods are called.
} as unknown as IExecuteFunctions;

const [post] = probes.operations;

const isFine = ({ destination }: Readonly<Record<string, unknown>>) => {
	if (destination === people[1]) throw new Error('a bug of the operation');
	return true;
};

describe('checkItems', () => {
	it.each<[string, Partial<Operation>]>([
		['is read', { file: { field: 'file', isWanted: (given) => !isFine(given) } }],
		['is checked', { plan: (given, ...more) => post.plan(isFine(given) ? given : {}, ...more) }],
	])('An item that makes an operation fail while it %s is wrong alone', async (_, bug) => {
		const broken = { ...probes, operations: [{ ...post, ...bug }] };
		const slots = await checkItems({ context, pause: () => Promise.resolve() }, [broken]);

		expect(slots.map(({ problems }) => problems?.map(({ what }) => what))).toEqual([
			undefined,
			['could not be checked: please report this to the maintainers of the node'],
			undefined,
		]);
	});
});
