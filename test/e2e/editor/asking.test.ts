import { randomUUID } from 'node:crypto';

import type { Browser, Page } from 'playwright-core';

import { until } from '../../n8n/api';
import { createCredentials } from '../../n8n/playground';
import { chain, ourType, start } from '../../n8n/workflows';
import { complaintsOf, startBrowser } from '../../support/browser';
import { useEditor } from '../support/editor';
import { onCanvas, openWorkflow, output } from '../support/nodeDetails';
import { AYU } from '../support/phone';
import { linkIn, waitingExecution } from '../support/questions';
import { sentMessages } from '../support/service';
import { useN8n } from '../useN8n';

const testbed = useN8n();
const { onPage, picture } = useEditor(testbed, __filename);

const PHONE = { width: 360, height: 640 };
const QUESTION = 'Refund 120,000 for order 1042?\nThe lamp arrived broken.';

/** Several pictures beside each other. */
async function beside(page: Page, pictures: readonly Buffer[]): Promise<void> {
	const images = pictures.map(
		(one) => `<img src="data:image/png;base64,${one.toString('base64')}">`,
	);
	await page.setViewportSize({ width: pictures.length * (PHONE.width + 16) + 16, height: 672 });
	await page.setContent(
		`<style>body{margin:16px;display:flex;gap:16px;background:#d5dae1}img{border-radius:12px}</style>${images.join('')}`,
	);
}

describe('Send and Wait in the editor', () => {
	let browser: Browser;

	beforeAll(async () => {
		browser = await startBrowser();
	});

	afterAll(() => browser.close());

	const phone = async (url: string, colorScheme: 'light' | 'dark') => {
		const context = await browser.newContext({
			viewport: PHONE,
			colorScheme,
			isMobile: true,
			hasTouch: true,
		});
		const page = await context.newPage();
		const complaints = complaintsOf(page);
		await page.goto(url);
		return { page, complaints };
	};

	it(
		'A question waits on the canvas, is read on the phone, and is answered on its page, light and dark',
		onPage(async (canvas) => {
			const { api, simulator } = testbed;
			const credentials = await createCredentials(api, { simulator: simulator.url, model: '' });
			const { messagingServiceApi } = credentials;
			if (messagingServiceApi === undefined) throw new Error('There is no credential');
			const workflow = await api.createWorkflow(
				chain('Refund', [
					start,
					{
						id: randomUUID(),
						name: 'Ask the Owner',
						type: ourType('messagingService'),
						parameters: {
							resource: 'whatsappUnofficial',
							operation: 'sendAndWait',
							destination: AYU,
							message: QUESTION,
							approvalOptions: { values: { approvalType: 'double', approveLabel: 'Refund' } },
							options: { responseFormTitle: 'Order 1042', messageButtonLabel: 'Answer here' },
						},
						credentials: { messagingServiceApi },
					},
					{
						name: 'Approved?',
						type: 'n8n-nodes-base.filter',
						typeVersion: 2.2,
						parameters: {},
					},
				]),
			);
			await openWorkflow(canvas, workflow);
			await canvas.getByTestId('execute-workflow-button').first().click();
			const id = await until('the execution', async () => (await api.executions(workflow))[0]?.id);
			await waitingExecution(api, id);
			const node = onCanvas(canvas, 'Ask the Owner');
			await node.locator('[class*=_waiting_]').first().waitFor();
			await picture(canvas, 'asking/waiting', {
				clip: { x: 340, y: 340, width: 720, height: 190 },
			});
			await node.dblclick();
			await output(canvas)
				.getByText('The workflow goes on when the question is answered')
				.waitFor();
			const link = linkIn((await sentMessages(testbed)).at(-1)?.text);

			const chat = await phone(`${simulator.url}/phone?number=${AYU}`, 'light');
			await chat.page.locator('[data-chat]').first().click();
			await chat.page.getByTestId('message').first().waitFor();
			const light = await phone(link, 'light');
			const dark = await phone(link, 'dark');
			const shots = [];
			for (const { page } of [chat, light, dark]) shots.push(await page.screenshot());
			const all = await browser.newPage();
			await beside(all, shots);
			await picture(all, 'ask-and-wait');
			await dark.page.getByLabel('Reason').fill('Too much');
			await dark.page.getByRole('button', { name: 'Decline' }).tap();
			await dark.page.getByText('Thank you').waitFor();

			const execution = await api.finished(id);
			expect(execution.output('Ask the Owner')).toMatchObject([
				{ data: { approved: false, chatInput: 'Too much' } },
			]);
			expect([...light.complaints, ...dark.complaints]).toEqual([]);
		}),
	);
});
