import { exampleOf, withNodes } from '../../n8n/editedExample';
import { importExample } from '../../n8n/playground';
import { call, chain, ourType } from '../../n8n/workflows';
import { containing, SENDER, useExamples } from '../examples/useExamples';
import { useEditor } from '../support/editor';
import { onCanvas, openNode, openWorkflow } from '../support/nodeDetails';
import { useN8n } from '../useN8n';

const AYU = '628000000231';

const testbed = useN8n({ simulator: { speed: 0 }, env: { N8N_ENABLED_MODULES: 'agents' } });
const { workflow, write, startedBy, register } = useExamples(testbed, {
	names: ['outbox', 'outbox-reports'],
	// Otherwise the service chooses another sender for each message.
	edited: {
		outbox: (example) =>
			withNodes(example, { 'Send the text': { sendFrom: 'sender', sender: SENDER } }),
	},
});
const { onPage, picture } = useEditor(testbed, __filename);

describe('Outbox in the editor', () => {
	it(
		'The canvas shows each node of the Outbox',
		onPage(async (page) => {
			const { nodes, ...outbox } = exampleOf('outbox');
			const shown = nodes.filter(({ type }) => !type.endsWith('stickyNote'));
			const { api, credentials } = testbed;
			await openWorkflow(page, await importExample(api, { ...outbox, nodes: shown }, credentials));
			for (const { name } of shown) await onCanvas(page, name).waitFor();
			await page.setViewportSize({ width: 1280, height: 920 });
			await page.getByTestId('zoom-to-fit').click();
			await picture(page, 'outbox', { clip: { x: 80, y: 140, width: 1146, height: 688 } });
			await page.setViewportSize({ width: 1280, height: 800 });

			expect(await page.getByTestId('canvas-node').count()).toBe(shown.length);
		}),
	);

	it(
		'A tool says next to its fields what limits it, and an agent’s limits stay in its options',
		onPage(async (page) => {
			const tool = {
				...testbed.node('Answer on WhatsApp', {
					resource: 'whatsappUnofficial',
					operation: 'sendText',
					destination: "={{ $fromAI('destination', 'The number', 'string') }}",
					message: "={{ $fromAI('message', 'The answer', 'string') }}",
					options: { allowedRecipients: '628000*', mostMessages: 2 },
				}),
				type: ourType('messagingServiceTool'),
			};
			await openNode(page, await testbed.api.createWorkflow(chain('Tool', [tool])), tool.name);
			const panel = page.getByTestId('node-parameters');
			await panel.getByText('An agent chooses the fields').waitFor();
			await panel.getByText('Max Messages per Execution', { exact: true }).waitFor();
			await picture(page, 'agent-tool', { of: panel, height: 960, windowHeight: 1200 });

			expect(await panel.getByText('Allowed Recipients', { exact: true }).count()).toBe(1);
		}),
	);

	it(
		'The phone shows what the Outbox sent, and that STOP ends it',
		onPage(async (page) => {
			await register('unofficialInbox', 'outbox-reports');
			const text = 'Your lamp is on its way. It arrives tomorrow.';
			const calling = [call('Call', workflow('outbox'))];
			const sent = { to: AYU, text, purpose: 'answer' };
			await testbed.finished(calling, [sent]);
			await startedBy('outbox-reports', () => write(AYU, 'STOP'));
			await testbed.finished(calling, [
				{ ...sent, purpose: 'service', text: 'Our new lamps are here' },
			]);

			const phone = await page.context().newPage();
			await phone.setViewportSize({ width: 420, height: 420 });
			await phone.goto(`${testbed.simulator.url}/phone?number=${AYU}`);
			await phone.locator('[data-chat]').first().click();
			await phone.getByRole('log').getByText('no more messages').waitFor();
			await testbed.control.advance(60_000);
			await phone.locator('[data-state=read]').nth(1).waitFor();
			await picture(phone, 'outbox-phone');
			await phone.close();

			expect(await testbed.sentTo(AYU)).toMatchObject([
				...[{ text }, { text: containing('no more messages') }],
			]);
		}),
	);
});
