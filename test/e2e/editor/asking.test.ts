import type { Browser, Page } from 'playwright-core';

import { until } from '../../n8n/api';
import { chain, start } from '../../n8n/workflows';
import { complaintsOf, startBrowser } from '../../support/browser';
import { useEditor } from '../support/editor';
import { onCanvas, openWorkflow, output } from '../support/nodeDetails';
import { asking, linkTo } from '../support/questions';
import { AYU, useN8n } from '../useN8n';

const testbed = useN8n();
const { onPage, picture } = useEditor(testbed, __filename);

const PHONE = { width: 360, height: 640 };

/** Several pictures next to each other. */
async function inARow(page: Page, pictures: readonly Buffer[]): Promise<void> {
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
		const mobile = { viewport: PHONE, isMobile: true, hasTouch: true };
		const context = await browser.newContext({ ...mobile, colorScheme });
		const page = await context.newPage();
		const complaints = complaintsOf(page);
		await page.goto(url);
		return { page, complaints };
	};

	it(
		'A question waits on the canvas, is read on the phone, and is answered on its page, light and dark',
		onPage(async (canvas) => {
			const { api, simulator } = testbed;
			const question = {
				...asking(testbed, {
					message: 'Refund 120,000 for order 1042?\nThe lamp arrived broken.',
					approvalOptions: { values: { approvalType: 'double', approveLabel: 'Refund' } },
					options: { responseFormTitle: 'Order 1042', messageButtonLabel: 'Answer here' },
				}),
				name: 'Ask the Owner',
			};
			const filter = { name: 'Approved?', type: 'n8n-nodes-base.filter', typeVersion: 2.2 };
			const workflow = await api.createWorkflow(chain('Refund', [start, question, filter]));
			await openWorkflow(canvas, workflow);
			await canvas.getByTestId('execute-workflow-button').first().click();
			const id = await until('the execution', async () => (await api.executions(workflow))[0]?.id);
			await testbed.waiting(id);
			const node = onCanvas(canvas, 'Ask the Owner');
			await node.locator('[class*=_waiting_]').first().waitFor();
			await picture(canvas, 'asking/waiting', {
				clip: { x: 340, y: 340, width: 720, height: 190 },
			});
			await node.dblclick();
			await output(canvas)
				.getByText('The workflow goes on when the question is answered')
				.waitFor();
			const link = await linkTo(testbed, AYU);

			const chat = await phone(`${simulator.url}/phone?number=${AYU}`, 'light');
			await chat.page.locator('[data-chat]').first().click();
			await chat.page.getByTestId('message').first().waitFor();
			const light = await phone(link, 'light');
			const dark = await phone(link, 'dark');
			const shots = [];
			for (const { page } of [chat, light, dark]) shots.push(await page.screenshot());
			const all = await browser.newPage();
			await inARow(all, shots);
			await picture(all, 'ask-and-wait');
			await dark.page.getByLabel('Reason').fill('Too much');
			await dark.page.getByRole('button', { name: 'Decline' }).tap();
			await dark.page.getByText('Thank you').waitFor();

			expect((await api.finished(id)).output('Ask the Owner')).toMatchObject([
				{ data: { approved: false, chatInput: 'Too much' } },
			]);
			expect([...light.complaints, ...dark.complaints]).toEqual([]);
		}),
	);
});
