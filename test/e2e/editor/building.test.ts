import type { Page } from 'playwright-core';

import { chain, start, type TestNode } from '../../n8n/workflows';
import { eventually } from '../../support/eventually';
import { newCredential, saveAndTest } from '../support/credential';
import { useEditor } from '../support/editor';
import {
	execute,
	fieldOf,
	onCanvas,
	openNode,
	openWorkflow,
	pickFromList,
} from '../support/nodeDetails';
import { entry, offered, openEntry, openPanel, panel, searchNodes } from '../support/panel';
import { AYU, post, useN8n } from '../useN8n';

const testbed = useN8n();
const { onPage, picture } = useEditor(testbed, __filename);

const after: TestNode = { name: 'Afterwards', type: 'n8n-nodes-base.set', typeVersion: 3.4 };

beforeEach(() => testbed.control.reset());

/** Opens one node of a workflow of these nodes. */
async function opened(page: Page, name: string, ...nodes: TestNode[]) {
	await openNode(page, await testbed.api.createWorkflow(chain(name, nodes)), name);
}

describe('Nodes panel', () => {
	it(
		'The nodes are found by the words of what they do',
		onPage(async (page) => {
			await openPanel(page);
			// The panel leaves the word Trigger out, and lists a node and its trigger as one entry.
			const node = 'Messaging Service';
			const status = `${node} Status`;
			const ofRoutes = ['whatsapp official', 'whatsapp business', 'whatsapp unofficial'];
			const ofActions = ['sms', 'send sms', 'send whatsapp', 'otp', 'broadcast', 'send and wait'];
			const searched: [names: string[], words: string[]][] = [
				[[node], [...ofRoutes, ...ofActions]],
				[[status], ['delivery report']],
				[
					[node, status],
					['whatsapp', 'wa'],
				],
			];
			for (const [names, all] of searched) {
				for (const words of all) {
					await searchNodes(page, words);
					await eventually(async () => {
						const found = (await offered(page)).filter((name) => name.startsWith(node));
						expect({ words, found }).toEqual({ words, found: names });
					});
				}
			}
		}),
	);

	it(
		'The panel shows each kind of callback as a trigger',
		onPage(async (page) => {
			await openEntry(page, 'Messaging Service');
			await panel(page).getByText('Triggers (5)').waitFor();
			// The list of all nodes moves out while this one moves in.
			await eventually(async () => {
				expect(await offered(page)).toEqual([
					'Message on WhatsApp Business',
					'Message on WhatsApp Official',
					'Message on WhatsApp Unofficial or by SMS',
					'Report on WhatsApp Official',
					'Report on WhatsApp Unofficial',
				]);
			});
		}),
	);

	it(
		'The node is found among the tools of an agent',
		onPage(async (page) => {
			const type = '@n8n/n8n-nodes-langchain.agent';
			const agent = { name: 'AI Agent', type, typeVersion: 2.2 };
			await openWorkflow(page, await testbed.api.createWorkflow(chain('Agent', [start, agent])));
			await onCanvas(page, 'AI Agent')
				.getByTestId('canvas-node-input-handle')
				.filter({ hasText: 'Tool' })
				.getByTestId('canvas-handle-plus')
				.click();
			await searchNodes(page, 'messaging');
			await entry(page, 'Messaging Service Tool').click();
			const parameters = page.getByTestId('node-parameters');
			await parameters.getByTestId('parameter-input-resource').waitFor();

			expect(await parameters.innerText()).toContain('Description');
		}),
	);
});

describe('Send Template in the editor', () => {
	const openBroadcast = (page: Page) => {
		const parameters = { resource: 'whatsappOfficial', operation: 'broadcast' };
		return opened(page, 'Send Invoice', start, testbed.node('Send Invoice', parameters), after);
	};

	/** Picks both, and waits for a field of the template. */
	const pick = async (page: Page, channel: string, template: string, field: string) => {
		await pickFromList(page, 'channelId', channel);
		await pickFromList(page, 'templateId', template);
		await page.getByTestId(`parameter-input-${field}`).waitFor();
	};

	const fill = async (page: Page, fields: Record<string, string>) => {
		for (const [name, value] of Object.entries(fields)) await fieldOf(page, name).fill(value);
	};

	const labels = async (page: Page) => {
		const fields = page.getByTestId('mapping-fields-container').getByTestId('input-label');
		return (await fields.allInnerTexts()).join();
	};

	it(
		'Each template shows its fields, which are filled in, and the number of the message comes out',
		onPage(async (page) => {
			await openBroadcast(page);
			await pick(page, 'Orders', 'track_parcel', 'Button 1');
			const parcel = await labels(page);
			await pick(page, 'Orders', 'invoice', '{{3}}');
			const invoice = await labels(page);
			// The text comes by a request of its own.
			const notice = page.getByTestId('empty-fields-notice');
			const text = await notice.filter({ hasText: 'here is invoice' }).innerText();
			await fill(page, {
				destination: AYU,
				destinationName: 'Ayu Lestari',
				'{{1}}': 'Ayu',
				'{{2}}': 'AB-2041',
				'{{3}}': 'November',
				'Header Document URL': 'https://shop.example/AB-2041.pdf',
				'Header File Name': 'invoice.pdf',
			});
			const told = await execute(page);
			const of = page.getByTestId('node-parameters');
			await picture(page, 'whatsapp-official', { of, height: 1075, windowHeight: 1500 });

			expect(parcel).toContain('{{1}}');
			expect(parcel).toContain('Button 1: Track parcel');
			expect(invoice).toContain('Header Document URL');
			expect(invoice).not.toContain('Track parcel');
			expect(text).toContain('Dear {{1}}, here is invoice {{2}} of {{3}}.');
			const [message] = await testbed.sentTo(AYU);
			expect(message?.text).toBe('Dear Ayu, here is invoice AB-2041 of November.');
			expect(told).toContain(message?.ref_no);
		}),
	);
});

it(
	'The panel of a trigger shows its last calls, and why one was refused',
	onPage(async (page) => {
		const trigger = testbed.trigger('', { events: ['pushInbox'] });
		const { workflow, url } = await testbed.published(trigger);
		const message = { id: '1', originator: AYU, msg: 'A secret' };
		const statuses = [await post(url, message), await post(url.replace(/\?.*/, ''), message)];
		for (const method of ['POST', 'GET']) statuses.push((await fetch(url, { method })).status);
		await openNode(page, workflow, trigger.name);
		const notice = page.getByTestId('empty-fields-notice');
		const told = await notice.innerText();
		await notice.getByText('Last calls').last().scrollIntoViewIfNeeded();
		await picture(page, 'last-calls', { of: page.getByTestId('node-parameters') });

		expect(statuses).toEqual([200, 401, 200, 200]);
		expect(told).toMatch(/\n\d\d:\d\d ignored: the call has no content \(2 times\)\. .*\n/);
		expect(told).toMatch(/\n\d\d:\d\d refused: the token is missing.*\n\d\d:\d\d accepted\.$/);
		expect(told).toMatch(/^Register the Production URL/);
	}),
);

it(
	'A good API key is tested when its credential is saved, and is not shown',
	onPage(async (page) => {
		await newCredential(page, 'Messaging Service API');
		const fields = { apiKey: 'simulator-key', baseUrl: testbed.simulator.url };
		const told = await saveAndTest(page, fields);
		// The picture shows what users enter, and not the simulator.
		const own = { baseUrl: 'https://api.example.com', pathPrefix: '/shop_api/1.0' };
		for (const [name, value] of Object.entries(own)) await fieldOf(page, name).fill(value);
		await picture(page, 'credential', { of: page.locator('.el-dialog').filter({ visible: true }) });

		expect(told).toContain('Connection tested successfully');
		expect(told).not.toContain('simulator-key');
	}),
);
