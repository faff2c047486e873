import { readFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import {
	createCredentials,
	importExample,
	type Credentials,
	type Example,
} from '../n8n/playground';
import { ROOT } from '../n8n/paths';
import { controlOf } from '../n8n/control';
import { useN8n } from './useN8n';

jest.setTimeout(60_000);

const CHANNEL = '11111111-1111-4111-8111-111111111111';
const TEMPLATE = 'eeeeeeee-0000-4000-8000-000000000002';

const copied = z.object({
	nodes: z.array(
		z
			.object({
				name: z.string(),
				type: z.string(),
				parameters: z.record(z.string(), z.unknown()),
			})
			.passthrough(),
	),
	connections: z.record(z.string(), z.unknown()),
});

/** The workflows that the README offers to copy, each with the section that it stands in. */
function workflows(): [string, z.infer<typeof copied>][] {
	return readFileSync(path.join(ROOT, 'README.md'), 'utf8')
		.split(/^## /m)
		.slice(1)
		.flatMap((section) =>
			[...section.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) => {
				const [heading = ''] = section.split('\n');
				return [heading, copied.parse(JSON.parse(json))] as [string, z.infer<typeof copied>];
			}),
		);
}

describe('The workflows to copy from the README', () => {
	const world = useN8n({ simulator: { speed: 0 } });
	let credentials: Credentials = {};

	beforeAll(async () => {
		credentials = await createCredentials(world.api, {
			simulator: world.simulator.url,
			model: '',
		});
		const control = controlOf(world.simulator.url);
		await control.putTemplate({
			id: TEMPLATE,
			name: 'no_placeholders',
			status: 'Approved',
			category: 'UTILITY',
			header: null,
			body: 'We have moved.',
			footer: null,
			buttons: [],
			shape: 'object',
		});
		// A Business message needs somebody who wrote first.
		await control.write({ route: 'business', from: '6281234567890', text: 'Hello?' });
	});

	/** What only the person who copies it can choose. */
	const chosen = (workflow: z.infer<typeof copied>): Example => ({
		...workflow,
		name: 'Copied from the README',
		settings: {},
		nodes: workflow.nodes.map((node) => ({
			...node,
			parameters: {
				...node.parameters,
				...('channelId' in node.parameters && {
					channelId: { __rl: true, mode: 'list', value: CHANNEL },
					templateId: { __rl: true, mode: 'list', value: TEMPLATE },
				}),
			},
		})),
	});

	it('there is one for each resource', () => {
		expect(workflows().map(([section]) => section)).toEqual([
			'WhatsApp Official',
			'WhatsApp Unofficial',
			'WhatsApp Business',
			'SMS',
			'Account',
		]);
	});

	it.each(workflows())('%s: runs as it stands', async (_section, workflow) => {
		const { api } = world;
		const [trigger, node] = workflow.nodes;
		const stored = await importExample(api, chosen(workflow), credentials);

		const execution = await api.finished(await api.run(stored, trigger?.name ?? ''));

		expect(execution.error).toBeUndefined();
		expect(execution.output(node?.name ?? '')).toHaveLength(1);
	});
});
