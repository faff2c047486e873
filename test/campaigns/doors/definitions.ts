import { z } from 'zod';

import { resources } from '../../../nodes/MessagingService/operations';
import type { Testbed } from '../../e2e/useN8n';
import type { Json } from '../../n8n/api';
import { ourType } from '../../n8n/workflows';
import { doorsOf } from './doors';

/** The definition of each operation that a model gets, if it may choose each text, number and switch. */

const locator = { __rl: true, mode: 'id', value: '123e4567-e89b-42d3-a456-426614174000' };
const listed = z.object({
	tools: z.array(z.object({ name: z.string(), description: z.string() }).passthrough()),
});
const MODEL_CHOOSES = ['string', 'number', 'boolean'];

export async function definitionsOf(bed: Testbed) {
	const nodes = resources.flatMap(({ value: resource, operations }) =>
		operations.map(({ value: operation, fields }) => {
			const chosen = fields.filter(({ type }) => MODEL_CHOOSES.includes(type));
			const args = chosen.map(({ name, displayName, type }): [string, string] => [
				name,
				`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${displayName.replace(/[^\w]+/g, '_')}', \`\`, '${type}') }}`,
			]);
			const own: Record<string, Json> = {
				broadcast: { channelId: locator, templateId: locator },
				sendButtons: { buttons: { button: [{ id: 'yes', title: 'Yes' }] } },
			};
			const parameters: Json = Object.fromEntries(args);
			return bed.node(
				`${resource}_${operation}`,
				{ ...parameters, ...own[operation], resource, operation },
				{ type: ourType('messagingServiceTool'), typeVersion: 1, position: [0, 200] },
			);
		}),
	);
	const client = await doorsOf(bed).mcpTriggerWith(nodes);
	const { tools } = listed.parse(await client.list());
	return tools.map((tool) => ({ ...tool, bytes: Buffer.byteLength(JSON.stringify(tool)) }));
}
