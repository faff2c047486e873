import type { Browser, Locator, Page } from 'playwright-core';

import { until, type Json } from '../../n8n/api';
import { chain, start, type TestNode } from '../../n8n/workflows';
import { complaintsOf, startBrowser } from '../../support/browser';
import { useEditor } from '../support/editor';
import {
	execute,
	executeInVain,
	onCanvas,
	openNode,
	openWorkflow,
	output,
} from '../support/nodeDetails';
import { asking, linkTo } from '../support/questions';
import { AYU, useN8n } from '../useN8n';

const testbed = useN8n();
const { onPage, picture } = useEditor(testbed, __filename);

const CUSTOMERS = [
	{ name: 'Ayu', number: AYU },
	{ name: 'Budi', number: '61491570156' },
	{ name: 'Citra', number: '61491570157' },
];

beforeEach(() => testbed.control.reset());

/** Opens a node that gets these items. */
async function openWith(page: Page, node: TestNode, items: readonly Json[]) {
	const workflow = await testbed.api.createWorkflow({
		...chain(node.name, [start, node]),
		pinData: { [start.name]: items.map((json) => ({ json })) },
	});
	await openNode(page, workflow, node.name);
}

const TEXT = {
	resource: 'whatsappUnofficial',
	operation: 'sendText',
	destination: '={{ $json.number }}',
	message: '=Hello {{ $json.name }}, your order is on its way.',
};

const SMS = {
	resource: 'sms',
	operation: 'send',
	destination: '={{ $json.number }}',
	message: '=Dear {{ $json.name }}, 4711 is your code.',
	otp: true,
};

const BUTTONS = {
	resource: 'whatsappBusiness',
	operation: 'sendButtons',
	gatewayId: 'gateway-1',
	destination: '={{ $json.number }}',
	message: '=Good morning {{ $json.name }}! Shall we keep the table?',
	buttons: {
		button: [
			{ id: 'yes', title: 'Yes, please' },
			{ id: 'no', title: 'Another time' },
		],
	},
};

const BALANCE = { resource: 'account', operation: 'getBalance' };

describe('Execution in the editor', () => {
	it.each([
		['whatsapp-unofficial', 'Tell the Customer', TEXT, CUSTOMERS, '', 3],
		['sms', 'Send Code', SMS, CUSTOMERS.slice(0, 1), 'ALL_RECIPIENTS_PROCESSED', 1],
		['whatsapp-business', 'Ask for the Table', BUTTONS, CUSTOMERS.slice(0, 1), 'message_id', 1],
		['', 'Credits Left', BALANCE, [{}], '1000000', 0],
	])('The output shows what became of it: %s %s', (name, node, parameters, items, words, sent) =>
		onPage(async (page) => {
			// A Business message needs a recipient who wrote first.
			testbed.simulator.service.state.conversations.add(`gateway-1 ${AYU}`);
			await openWith(page, testbed.node(node, parameters), items);
			const told = await execute(page);
			const wanted =
				name === 'whatsapp-business'
					? { of: page.getByTestId('node-parameters'), height: 980, windowHeight: 1300 }
					: { of: page.getByTestId('ndv') };
			if (name !== '') await picture(page, name, wanted);

			const messages = await testbed.control.messages();
			const shown = words === '' ? messages.map((one) => one.ref_no) : [words];
			expect(shown.filter((one) => !told.includes(one))).toEqual([]);
			expect(messages.map(({ to }) => to)).toEqual(
				CUSTOMERS.slice(0, sent).map(({ number }) => number),
			);
		})(),
	);

	it(
		'Check Setup shows a row for each check, also of the second credential, and sends nothing',
		onPage(async (page) => {
			const parameters = { resource: 'account', operation: 'checkSetup' };
			const node = testbed.node('Check Setup', parameters);
			Object.assign(node.credentials ?? {}, testbed.credential('messagingServiceSmsApi'));
			// The table is as wide as a page of the documents.
			await page.setViewportSize({ width: 2160, height: 740 });
			await openWith(page, node, [{}]);
			const told = await execute(page);
			const panel = await output(page).boundingBox();
			await picture(page, 'check-setup', {
				...(panel && { clip: { ...panel, width: 840, height: 560 } }),
			});
			await page.setViewportSize({ width: 1280, height: 800 });

			for (const words of ['WhatsApp Unofficial', 'API Key and IP Whitelist', 'SMS Login']) {
				expect(told).toContain(words);
			}
			expect(await testbed.control.messages()).toEqual([]);
		}),
	);

	it(
		'A refused item is explained with what to do, and no password is shown',
		onPage(async (page) => {
			const refused = { name: 'Dewi', number: '628000002002' };
			await openWith(page, testbed.node('Send Code', SMS), [refused]);
			const { message, description } = await executeInVain(page);
			await picture(page, 'error', { of: page.getByTestId('ndv'), height: 520 });

			expect(message).toContain('-2');
			expect(message.toLowerCase()).toContain('credit');
			expect(description).toContain('Top up the SMS credit');
			expect(await page.content()).not.toContain('simulator-password');
		}),
	);
});

const PHONE = { width: 360, height: 500 };

/** Several pictures next to each other. */
async function inARow(page: Page, pictures: readonly Buffer[]): Promise<Locator> {
	const images = pictures.map(
		(one) => `<img src="data:image/png;base64,${one.toString('base64')}">`,
	);
	await page.setContent(
		`<style>body{margin:0;padding:12px;display:inline-flex;gap:12px;background:#d5dae1}img{border-radius:12px}</style>${images.join('')}`,
	);
	return page.locator('body');
}

describe('Send and Wait in the editor', () => {
	let browser: Browser;

	beforeAll(async () => {
		browser = await startBrowser();
	});

	afterAll(() => browser.close());

	/** Opens a page on the phone of a recipient. */
	const phone = async (url: string, colorScheme: 'light' | 'dark' = 'light') => {
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
			const { api } = testbed;
			const words = {
				message: 'Refund 120,000 for order 1042?\nThe lamp arrived broken.',
				approvalOptions: { values: { approvalType: 'double', approveLabel: 'Refund' } },
			};
			const options = { responseFormTitle: 'Order 1042' };
			const question = { ...asking(testbed, { ...words, options }), name: 'Ask the Owner' };
			const filter = { name: 'Approved?', type: 'n8n-nodes-base.filter', typeVersion: 2.2 };
			const workflow = await api.createWorkflow(chain('Refund', [start, question, filter]));
			await openWorkflow(canvas, workflow);
			await canvas.getByTestId('execute-workflow-button').first().click();
			const id = await until('the execution', async () => (await api.executions(workflow))[0]?.id);
			await testbed.waiting(id);
			const node = onCanvas(canvas, 'Ask the Owner');
			await node.locator('[class*=_waiting_]').first().waitFor();
			await node.dblclick();
			await output(canvas)
				.getByText('The workflow goes on when the question is answered')
				.waitFor();
			const link = await linkTo(testbed, AYU);

			await testbed.control.write({
				route: 'business',
				from: AYU,
				text: 'Please ask me about refunds',
			});
			const byLink = { resource: 'whatsappBusiness', gatewayId: 'gateway-1', destination: AYU };
			const { id: inChat } = await testbed.run([asking(testbed, { ...words, ...byLink })]);
			await testbed.waiting(inChat);
			const chat = await phone(`${testbed.simulator.url}/phone?number=${AYU}`);
			await chat.page.locator('[data-chat]').first().click();
			await chat.page.getByText('The lamp arrived broken.').last().waitFor();
			const light = await phone(link);
			const dark = await phone(link, 'dark');
			const shots = [];
			for (const { page } of [chat, light, dark]) shots.push(await page.screenshot());
			const all = await browser.newPage();
			await picture(all, 'ask-and-wait', { of: await inARow(all, shots) });
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
