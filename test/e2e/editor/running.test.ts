import type { Page } from 'playwright-core';

import { CALLBACK_TOKEN, createCredentials, type Credentials } from '../../n8n/playground';
import { useEditor, visit } from '../support/editor';
import {
	everyWord,
	execute,
	executeInVain,
	openNode,
	output,
	press,
	readOutput,
} from '../support/nodeDetails';
import { answer, AYU, openChat } from '../support/phone';
import { registerCallback, sendRequests, sentMessages } from '../support/service';
import { useN8n } from '../useN8n';
import { chain, ourType, start, type TestNode } from '../../n8n/workflows';

const testbed = useN8n();
const { onPage, shot, picture } = useEditor(testbed, __filename);

let credentials: Credentials;

beforeAll(async () => {
	const simulator = testbed.simulator.url;
	credentials = await createCredentials(testbed.api, { simulator, model: simulator });
});

beforeEach(() => {
	testbed.simulator.service.reset();
});

function withCredential(node: TestNode, type: string): TestNode {
	const credential = credentials[type];
	if (credential === undefined) throw new Error(`There is no ${type}`);
	return { ...node, credentials: { [type]: credential } };
}

const sending = (name: string, parameters: Record<string, unknown>): TestNode =>
	withCredential(
		{ name, type: ourType('messagingService'), parameters },
		parameters.resource === 'sms' ? 'messagingServiceSmsApi' : 'messagingServiceApi',
	);

/** Opens a node that gets these items. */
async function openWith(page: Page, node: TestNode, items: readonly Record<string, unknown>[]) {
	const workflow = await testbed.api.createWorkflow({
		...chain(node.name, [start, node]),
		pinData: { [start.name]: items.map((json) => ({ json })) },
	});
	await openNode(page, workflow, node.name);
}

const CUSTOMERS = [
	{ name: 'Ayu', number: AYU },
	{ name: 'Budi', number: '6281234567891' },
	{ name: 'Citra', number: '6281234567892' },
];

const text = (parameters: Record<string, unknown> = {}) =>
	sending('Send Offer', {
		resource: 'whatsappUnofficial',
		operation: 'sendText',
		destination: '={{ $json.number }}',
		message: '=Hello {{ $json.name }}, our new coffee is here.',
		...parameters,
	});

const sms = (parameters: Record<string, unknown> = {}) =>
	sending('Send Code', {
		resource: 'sms',
		operation: 'send',
		destination: '={{ $json.number }}',
		text: '=Dear {{ $json.name }}, 4711 is your code.',
		otp: true,
		...parameters,
	});

describe('Execution in the editor', () => {
	it(
		'The output shows what became of each WhatsApp Unofficial text',
		onPage(async (page) => {
			await openWith(page, text(), CUSTOMERS);
			const told = await execute(page);
			await picture(page, 'whatsapp-unofficial', { of: page.getByTestId('ndv') });

			const messages = await sentMessages(testbed);
			expect(messages.map(({ to }) => to)).toEqual(CUSTOMERS.map(({ number }) => number));
			for (const { ref_no: refNo } of messages) expect(told).toContain(refNo);
		}),
	);

	it(
		'The output shows what became of an SMS',
		onPage(async (page) => {
			await openWith(page, sms(), CUSTOMERS);
			const told = await execute(page);
			await picture(page, 'sms', { of: page.getByTestId('ndv') });

			expect(told).toContain('ALL_RECIPIENTS_PROCESSED');
			expect(await sentMessages(testbed)).toHaveLength(3);
		}),
	);

	it(
		'The output shows what became of WhatsApp Business buttons',
		onPage(async (page) => {
			testbed.simulator.service.state.conversations.add(`gateway-1 ${AYU}`);
			const node = sending('Ask for the Table', {
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
			});
			await openWith(page, node, CUSTOMERS.slice(0, 1));
			const told = await execute(page);
			await picture(page, 'whatsapp-business', { of: page.getByTestId('ndv') });

			expect(told).toContain('message_id');
			expect(await sentMessages(testbed)).toMatchObject([{ route: 'business', to: AYU }]);
		}),
	);

	it(
		'The output shows the credits that are left',
		onPage(async (page) => {
			const balance = { resource: 'account', operation: 'getBalance' };
			await openWith(page, sending('Credits Left', balance), [{}]);
			const told = await execute(page);
			await picture(page, 'account', { of: page.getByTestId('ndv') });

			expect(told).toContain('wa_balance');
			expect(told).toContain('1000000');
		}),
	);

	it(
		'A refused item is explained with what to do, and no password is shown',
		onPage(async (page) => {
			await openWith(page, sms(), [{ name: 'Dewi', number: '628000002002' }]);
			const { message, description } = await executeInVain(page);
			await picture(page, 'error', { of: page.getByTestId('ndv'), height: 520 });
			const words = await everyWord(page);

			expect(message).toContain('-2');
			expect(message.toLowerCase()).toContain('credit');
			expect(description).toContain('Top up the SMS credit');
			expect(words).not.toContain('simulator-password');
		}),
	);

	it(
		'A refused key is explained, and is not shown',
		onPage(async (page) => {
			const account = testbed.simulator.service.state.accounts.get('main');
			if (account !== undefined) account.apiKey = 'another-key';
			await openWith(page, text(), CUSTOMERS.slice(0, 1));
			const { message, description } = await executeInVain(page);
			await output(page).getByText('Other info').click();
			await shot(page, 'Key refused');
			const words = await everyWord(page);

			expect(message).toContain('did not accept the API key');
			expect(description).toContain('IP whitelist');
			expect(words).not.toContain('simulator-key');
		}),
	);

	it(
		'Nothing is sent while one item of a batch is wrong, and the item is named',
		onPage(async (page) => {
			const [ayu = {}, , citra = {}] = CUSTOMERS;
			await openWith(page, text(), [ayu, { name: 'Budi', number: '0812-3456' }, citra]);
			const { message, description } = await executeInVain(page);
			await shot(page, 'One item is wrong');

			expect(message).toContain('To: 08123456 is a local number');
			expect(description).toContain('Item 2 of 3. ');
			expect(description).toContain('nothing was sent');
			expect(description).toContain('Continue (using error output)');
			expect(await sendRequests(testbed)).toEqual([]);
		}),
	);

	it(
		'Validate Only shows what would be sent and what it would cost',
		onPage(async (page) => {
			await openWith(page, text({ options: { validateOnly: true } }), CUSTOMERS);
			const told = await execute(page);
			await shot(page, 'Validate only');

			expect(told).toContain('Hello Ayu, our new coffee is here.');
			expect(told).toContain('credits');
			expect(await sendRequests(testbed)).toEqual([]);
		}),
	);
});

describe('Trigger in the editor', () => {
	const conversation = async (name: string) => {
		const inbox = withCredential(
			{
				name: 'Message Arrived',
				type: ourType('messagingServiceTrigger'),
				parameters: { events: ['whatsappOfficialInbox'], authentication: 'token' },
				webhookId: crypto.randomUUID(),
			},
			'messagingServiceCallbackApi',
		);
		const words: TestNode = {
			name: 'Write the Answer',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: {
				assignments: {
					assignments: [
						{
							id: 'answer',
							name: 'answer',
							type: 'string',
							value: '=Thank you! You wrote: {{ $json.text }}',
						},
					],
				},
				includeOtherFields: true,
			},
		};
		const reply = sending('Answer on WhatsApp', {
			resource: 'whatsappOfficial',
			operation: 'reply',
			roomId: '={{ $json.room_id }}',
			text: '={{ $json.answer }}',
		});
		return testbed.api.createWorkflow(chain(name, [inbox, words, reply]));
	};

	/** The address that the editor shows for the trigger, as a person reads it there. */
	async function shownUrl(page: Page, kind: 'Test URL' | 'Production URL'): Promise<string> {
		await page.getByTitle('Click to display webhook URLs').click();
		// The steps below name it too.
		await page.getByText(kind, { exact: true }).first().click();
		const url = await page.locator('.webhook-url').first().innerText();
		return `${url.trim()}?token=${CALLBACK_TOKEN}`;
	}

	it(
		'An answer on the phone comes out of the trigger that listens',
		onPage(async (page) => {
			await openNode(page, await conversation('Inbox'), 'Message Arrived');
			await registerCallback(testbed, 'officialInbox', await shownUrl(page, 'Test URL'));
			const phone = await openChat(testbed, page.context());
			await press(page);
			await page.getByText('Listening for test event').waitFor();
			await shot(page, 'Listening');
			await answer(phone, 'I come by at five!');
			const told = await readOutput(page);
			await shot(page, 'Trigger output');
			await shot(phone, 'Phone');
			await phone.close();

			expect(told).toContain('I come by at five!');
			expect(told).toContain(AYU);
			expect(told).not.toContain(CALLBACK_TOKEN);
		}),
	);

	it(
		'The whole workflow runs on the canvas, and the reply is on the phone',
		onPage(async (page) => {
			const workflow = await conversation('Restaurant');
			await openNode(page, workflow, 'Message Arrived');
			await registerCallback(testbed, 'officialInbox', await shownUrl(page, 'Test URL'));
			const phone = await openChat(testbed, page.context());
			await page.getByTestId('ndv-close-button').click();
			await page.getByTestId('execute-workflow-button').click();
			await page.getByText('Waiting for trigger event').first().waitFor();
			await answer(phone, 'Is there a table tonight?');
			await phone
				.getByTestId('message')
				.getByText('Thank you! You wrote: Is there a table')
				.waitFor();
			await page.getByTestId('canvas-node-status-success').nth(2).waitFor();
			await picture(page, 'workflow', { clip: { x: 180, y: 330, width: 900, height: 210 } });
			await phone.close();

			expect(await page.getByTestId('canvas-node-status-success').count()).toBe(3);
		}),
	);

	it(
		'An execution of a published workflow is in the list',
		onPage(async (page) => {
			const workflow = await conversation('Active');
			await testbed.api.activate(workflow);
			await openNode(page, workflow, 'Message Arrived');
			const url = await shownUrl(page, 'Production URL');
			await registerCallback(testbed, 'officialInbox', url);
			const phone = await openChat(testbed, page.context());
			await answer(phone, 'See you soon');
			await phone.getByTestId('message').getByText('Thank you! You wrote: See you soon').waitFor();
			await phone.close();
			const { id } = await testbed.api.nextExecution(workflow);
			await visit(page, `/workflow/${workflow.id}/executions/${id}`);
			await page.getByText('Succeeded').first().waitFor();
			await shot(page, 'Execution of the active workflow');

			expect(url).toContain('/webhook/');
			expect((await testbed.api.execution(id)).output('Answer on WhatsApp')).toHaveLength(1);
		}),
	);
});
