import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { checkItems } from '../../nodes/MessagingService/engine/check';
import { operation, type Operation } from '../../nodes/MessagingService/engine/operation';

const post = operation({
	value: 'post',
	name: 'Post',
	action: 'Post',
	description: 'Post',
	fields: [{ displayName: 'To', name: 'to', type: 'string', default: '' }],
	effect: 'send',
	input: z.object({ to: z.string() }),
	request: ({ to }) => ({ method: 'POST', path: '/post', json: { to } }),
	answer: z.object({}),
});

const people = ['Ayu', 'Budi', 'Citra'];

/** What n8n gives a node that has an item for each of them. */
const context = {
	getInputData: () => people.map((to) => ({ json: { to } })),
	getNodeParameter: (name: string, item: number, otherwise: unknown) =>
		({ resource: 'posts', operation: 'post', to: people[item] })[name] ?? otherwise,
	getNode: () => ({ name: 'Messages', type: 'messagingService' }),
	getCredentials: () => Promise.resolve({ baseUrl: 'https://service.test', apiKey: 'the key' }),
	continueOnFail: () => true,
	// Only these of its methods are called.
} as unknown as IExecuteFunctions;

const check = async (broken: Operation) => {
	const posts = {
		value: 'posts',
		name: 'Posts',
		description: '',
		credential: 'messagingServiceApi' as const,
		usual: 'post',
		operations: [broken],
	};
	return await checkItems(context, [posts], () => Promise.resolve());
};

const failFor = ({ to }: Readonly<Record<string, unknown>>) => {
	if (to === 'Budi') throw new Error('a bug of the operation');
};

describe('checkItems', () => {
	it.each<[string, Operation]>([
		[
			'is read',
			{
				...post,
				file: {
					field: 'file',
					isWanted: (parameters) => {
						failFor(parameters);
						return false;
					},
				},
			},
		],
		[
			'is checked',
			{
				...post,
				parse: (parameters) => {
					failFor(parameters);
					return post.parse(parameters);
				},
			},
		],
	])('An item that makes an operation fail while it %s is wrong alone', async (_, broken) => {
		const slots = await check(broken);

		expect(slots.map(({ problems }) => problems?.map(({ what }) => what))).toEqual([
			undefined,
			['could not be checked: please report this to the maintainers of the node'],
			undefined,
		]);
	});
});
