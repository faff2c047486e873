import type { Browser, BrowserContext, Page } from 'playwright-core';

import { until, type Json } from '../../n8n/api';
import { CALLBACK_TOKEN } from '../../n8n/playground';
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
	{ name: 'Budi', number: '6281234567891' },
	{ name: 'Citra', number: '6281234567892' },
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
	message: '=Hello {{ $json.name }}, our new coffee is here.',
};

const SMS = {
	resource: 'sms',
	operation: 'send',
	destination: '={{ $json.number }}',
	text: '=Dear {{ $json.name }}, 4711 is your code.',
	otp: true,
};

const BUTTONS = {
	resource: 'whatsappBusiness',
	operation: 'sendButtons',
	gatewayId: 'gateway-1',
	recipient: '={{ $json.number }}',
	body: '=Good morning {{ $json.name }}! Shall we keep the table?',
	buttons: {
		button: [
			{ id: 'yes', title: 'Yes, please' },
			{ id: 'no', title: 'Another time' },
		],
	},
};

const BALANCE = { resource: 'account', operation: 'getBalance' };

/** The requests to send, refused or not. */
const sendRequests = async () =>
	(await testbed.requests()).filter(({ method }) => method === 'POST');

describe('Execution in the editor', () => {
	it.each([
		['whatsapp-unofficial', 'Send Offer', TEXT, CUSTOMERS, '', 3],
		['sms', 'Send Code', SMS, CUSTOMERS, 'ALL_RECIPIENTS_PROCESSED', 3],
		['whatsapp-business', 'Ask for the Table', BUTTONS, CUSTOMERS.slice(0, 1), 'message_id', 1],
		['account', 'Credits Left', BALANCE, [{}], '1000000', 0],
	])('The output shows what became of it: %s', (name, node, parameters, items, words, sent) =>
		onPage(async (page) => {
			// A Business message needs a recipient who wrote first.
			testbed.simulator.service.state.conversations.add(`gateway-1 ${AYU}`);
			await openWith(page, testbed.node(node, parameters), items);
			const told = await execute(page);
			await picture(page, name, { of: page.getByTestId('ndv') });

			const messages = await testbed.control.messages();
			const shown = words === '' ? messages.map((one) => one.ref_no) : [words];
			expect(shown.filter((one) => !told.includes(one))).toEqual([]);
			expect(messages.map(({ to }) => to)).toEqual(
				CUSTOMERS.slice(0, sent).map(({ number }) => number),
			);
		})(),
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

	it(
		'Nothing is sent while one item of a batch is wrong, and the item is named',
		onPage(async (page) => {
			const [ayu = {}, , citra = {}] = CUSTOMERS;
			const items = [ayu, { name: 'Budi', number: '0812-3456' }, citra];
			await openWith(page, testbed.node('Send Offer', TEXT), items);
			const { message, description } = await executeInVain(page);

			expect(message).toContain('To: 08123456 is a local number');
			expect(description).toContain('Item 2 of 3. ');
			expect(description).toContain('nothing was sent');
			expect(description).toContain('Continue (using error output)');
			expect(await sendRequests()).toEqual([]);
		}),
	);
});

describe('Trigger in the editor', () => {
	/** Opens the trigger of a workflow that answers, and registers the URL from the editor. */
	const registered = async (page: Page, name: string, kind: 'Test URL' | 'Production URL') => {
		const inbox = testbed.trigger('', { events: ['whatsappOfficialInbox'] });
		const reply = testbed.node('Answer on WhatsApp', {
			resource: 'whatsappOfficial',
			operation: 'reply',
			roomId: '={{ $json.room_id }}',
			text: '={{ $json.answer }}',
		});
		const words = {
			name: 'Write the Answer',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: {
				mode: 'raw',
				jsonOutput: '={{ { answer: "Thank you! You wrote: " + $json.text } }}',
				includeOtherFields: true,
			},
		};
		const nodes = [{ ...inbox, name: 'Message Arrived' }, words, reply];
		const workflow = await testbed.api.createWorkflow(chain(name, nodes));
		if (kind === 'Production URL') await testbed.api.activate(workflow);
		await openNode(page, workflow, 'Message Arrived');
		await page.getByTitle('Click to display webhook URLs').click();
		// The steps below name it too.
		await page.getByText(kind, { exact: true }).first().click();
		const url = (await page.locator('.webhook-url').first().innerText()).trim();
		await testbed.control.register({ officialInbox: `${url}?token=${CALLBACK_TOKEN}` });
		return { workflow, url };
	};

	/** The phone of a recipient in another tab, with a chat to answer in. */
	const openChat = async (context: BrowserContext): Promise<Page> => {
		await testbed.control.write({ route: 'official', from: AYU, text: 'Hello?' });
		const page = await context.newPage();
		await page.goto(`${testbed.simulator.url}/phone?number=${AYU}`);
		await page.locator('[data-chat]').click();
		await page.getByTestId('message').first().waitFor();
		return page;
	};

	const answer = async (phone: Page, text: string): Promise<void> => {
		await phone.getByTestId('composer').fill(text);
		await phone.getByTestId('send').click();
		await phone.getByTestId('message').getByText(text).waitFor();
	};

	const replied = (phone: Page, text: string) =>
		phone.getByTestId('message').getByText(`Thank you! You wrote: ${text}`).waitFor();

	it(
		'The whole workflow runs on the canvas, and the reply is on the phone',
		onPage(async (page) => {
			const phone = await openChat(page.context());
			await registered(page, 'Restaurant', 'Test URL');
			await page.getByTestId('ndv-close-button').click();
			await page.getByTestId('execute-workflow-button').click();
			await page.getByText('Waiting for trigger event').first().waitFor();
			await answer(phone, 'Is there a table tonight?');
			await replied(phone, 'Is there a table tonight?');
			await page.getByTestId('canvas-node-status-success').nth(2).waitFor();
			await picture(page, 'workflow', { clip: { x: 180, y: 330, width: 900, height: 210 } });
			await phone.close();

			expect(await page.getByTestId('canvas-node-status-success').count()).toBe(3);
		}),
	);
});

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
