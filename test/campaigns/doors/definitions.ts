import { resources } from '../../../nodes/MessagingService/operations';
import { failed, say } from '../../../scripts/n8n/say.js';
import { table } from '../../docs/markdown';
import type { Json } from '../../n8n/api';
import { ourType } from '../../n8n/workflows';
import { doorsOf, withAgents } from './doors';

/** Prints how long the definition of each operation is that a model gets, if it may choose each text, number and switch. */

const locator = { __rl: true, mode: 'id', value: '123e4567-e89b-42d3-a456-426614174000' };
const MODEL_CHOOSES = ['string', 'number', 'boolean'];

async function main(): Promise<void> {
	const bed = withAgents();
	try {
		await bed.start();
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
				return {
					...bed.node(`${resource}_${operation}`, {
						...{ ...parameters, ...own[operation] },
						...{ resource, operation },
					}),
					...{ type: ourType('messagingServiceTool'), typeVersion: 1, position: [0, 200] },
				};
			}),
		);
		const client = await doorsOf(bed).mcpTriggerWith(nodes);
		const { tools } = (await client.list()) as { tools: { name: string; description: string }[] };
		const rows = tools.map((tool) => [
			tool.name,
			String(Buffer.byteLength(JSON.stringify(tool))),
			tool.description,
		]);
		say(table(['Operation', 'Bytes', 'Description'], rows));
		if (process.argv.includes('--all')) say(JSON.stringify(tools, null, 1));
	} finally {
		await bed.stop();
	}
}

main().catch(failed);
