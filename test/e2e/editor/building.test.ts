import type { Page } from 'playwright-core';

import { createCredentials, type Credentials } from '../../n8n/playground';
import { eventually } from '../../support/eventually';
import { newCredential, saveAndTest } from '../support/credentials';
import { useEditor } from '../support/editor';
import {
	execute,
	executeInVain,
	fieldOf,
	input,
	onCanvas,
	openList,
	openNode,
	openWorkflow,
	pickFromList,
	searchList,
} from '../support/nodeDetails';
import {
	entry,
	offered,
	openEntry,
	openPanel,
	panel,
	picturesIn,
	searchNodes,
} from '../support/panel';
import { breakDown, clearWhitelist, sentMessages } from '../support/service';
import { useN8n } from '../useN8n';
import { chain, ourType, start, type TestNode } from '../../n8n/workflows';

const testbed = useN8n();
const { onPage, shot, picture } = useEditor(testbed, __filename);

const AYU = '6281234567890';

const after: TestNode = { name: 'Afterwards', type: 'n8n-nodes-base.set', typeVersion: 3.4 };

let credentials: Credentials;

beforeAll(async () => {
	credentials = await createCredentials(testbed.api, {
		simulator: testbed.simulator.url,
		model: testbed.simulator.url,
	});
});

beforeEach(() => {
	testbed.simulator.service.reset();
});

/** A workflow of a start, our node and one that comes after it. */
async function withNode(name: string, parameters: Record<string, unknown>) {
	const type = parameters.resource === 'sms' ? 'messagingServiceSmsApi' : 'messagingServiceApi';
	const credential = credentials[type];
	if (credential === undefined) throw new Error(`There is no ${type}`);
	const ours: TestNode = {
		name,
		type: ourType('messagingService'),
		parameters,
		credentials: { [type]: credential },
	};
	return testbed.api.createWorkflow(chain(name, [start, ours, after]));
}

describe('Nodes panel', () => {
	// The panel leaves the word Trigger out, and lists a node and its trigger as one entry.
	it.each([
		['whatsapp', ['Messaging Service', 'Messaging Service Status']],
		['sms', ['Messaging Service']],
		['send sms', ['Messaging Service']],
		['send whatsapp', ['Messaging Service']],
		['whatsapp text', ['Messaging Service']],
		['otp', ['Messaging Service']],
		['message', ['Messaging Service', 'Messaging Service Status']],
		['reply', ['Messaging Service']],
		['answer', ['Messaging Service']],
		['broadcast', ['Messaging Service']],
		['delivery report', ['Messaging Service Status']],
	])('A search for %j finds %j', (words, names) =>
		onPage(async (page) => {
			await openPanel(page);
			await searchNodes(page, words);
			for (const name of names) await entry(page, name).waitFor();
			await shot(page, `Search for ${words}`);

			const found = await offered(page);
			expect(found.filter((name) => name.startsWith('Messaging Service'))).toEqual(names);
			for (const name of names) {
				expect(await picturesIn(entry(page, name))).toBeGreaterThan(0);
			}
		})(),
	);

	it(
		'The panel shows everything that the node does, in the words of its actions',
		onPage(async (page) => {
			await openEntry(page, 'Messaging Service');
			// The triggers come first, and the actions are folded up below them.
			await panel(page).getByText('Actions (15)').click();
			await panel(page).getByText('Get API key owner').waitFor();
			await shot(page, 'Actions');

			expect(await offered(page)).toEqual(
				expect.arrayContaining([
					'Broadcast WhatsApp template',
					'Get WhatsApp channels',
					'Get WhatsApp templates',
					'Reply in WhatsApp room',
					'Get WhatsApp message status',
					'Send unofficial WhatsApp media',
					'Send unofficial WhatsApp text',
					'Send and Wait for Response',
					'Reply on WhatsApp Business',
					'Send WhatsApp reply buttons',
					'Send an SMS',
					'Get credit balance',
					'Get API key owner',
				]),
			);
			expect(await panel(page).innerText()).toContain('Actions (15)');
			// The node itself and each of its actions.
			expect(await picturesIn(panel(page))).toBeGreaterThanOrEqual(16);
		}),
	);

	it(
		'The panel shows each kind of incoming message as a trigger',
		onPage(async (page) => {
			await openEntry(page, 'Messaging Service');
			await panel(page).getByText('Triggers (3)').waitFor();
			await picture(page, 'triggers', { of: panel(page), height: 480 });

			expect(await offered(page)).toEqual([
				'On WhatsApp Business Message',
				'On WhatsApp Official Message',
				'On WhatsApp Unofficial or SMS Message',
			]);
			expect(await picturesIn(panel(page))).toBeGreaterThan(1);
		}),
	);

	it(
		'The panel shows each kind of delivery report as a trigger',
		onPage(async (page) => {
			await openEntry(page, 'Messaging Service Status');
			await panel(page).getByText('Triggers (2)').waitFor();
			await shot(page, 'Status triggers');

			expect(await offered(page)).toEqual([
				'On WhatsApp Official Status',
				'On WhatsApp Unofficial Status',
			]);
			expect(await picturesIn(panel(page))).toBeGreaterThan(1);
		}),
	);

	it(
		'An action is put onto the canvas with its operation chosen',
		onPage(async (page) => {
			await openEntry(page, 'Messaging Service');
			await panel(page).getByText('Actions (15)').click();
			await panel(page).getByText('Send an SMS').click();
			await page.getByTestId('parameter-input-otp').waitFor();
			await shot(page, 'Action chosen');

			expect(await fieldOf(page, 'resource').inputValue()).toBe('SMS');
			expect(await fieldOf(page, 'operation').inputValue()).toBe('Send');
		}),
	);

	it(
		'The node is found among the tools of an agent',
		onPage(async (page) => {
			const agent = {
				name: 'AI Agent',
				type: '@n8n/n8n-nodes-langchain.agent',
				typeVersion: 2.2,
			};
			await openWorkflow(page, await testbed.api.createWorkflow(chain('Agent', [start, agent])));
			await onCanvas(page, 'AI Agent')
				.getByTestId('canvas-node-input-handle')
				.filter({ hasText: 'Tool' })
				.getByTestId('canvas-handle-plus')
				.click();
			await searchNodes(page, 'messaging');
			await entry(page, 'Messaging Service Tool').click();
			await page.getByTestId('node-parameters').getByTestId('parameter-input-resource').waitFor();
			await shot(page, 'Tool of an agent');

			expect(await page.getByTestId('node-parameters').innerText()).toContain('Description');
		}),
	);
});

describe('API key in the editor', () => {
	const KEY = 'mistyped-4f81c0';

	const enter = async (page: Page, apiKey: string) => {
		await newCredential(page, 'Messaging Service API');
		return saveAndTest(page, { apiKey, baseUrl: testbed.simulator.url });
	};

	it(
		'A good API key is said to work',
		onPage(async (page) => {
			const told = await enter(page, 'simulator-key');
			await picture(page, 'credential', {
				of: page.locator('.el-dialog').filter({ visible: true }),
			});

			expect(told).toContain('Connection tested successfully');
		}),
	);

	it(
		'A wrong API key is explained, and is not shown',
		onPage(async (page) => {
			const told = await enter(page, KEY);
			await shot(page, 'Wrong API key');

			expect(told).toContain('The service did not accept the API key (401). Check the API key');
			expect(told).not.toContain(KEY);
		}),
	);

	it(
		'A missing entry in the IP whitelist is explained for the API key',
		onPage(async (page) => {
			await clearWhitelist(testbed);
			const told = await enter(page, 'simulator-key');
			await shot(page, 'Not on the whitelist');

			expect(told).toContain('IP whitelist (Account, IP Whitelist, with Active checked)');
			expect(told).not.toContain('simulator-key');
		}),
	);

	it(
		'A problem of the service is explained',
		onPage(async (page) => {
			await breakDown(testbed);
			const told = await enter(page, 'simulator-key');
			await shot(page, 'Service down');

			expect(told).toContain('503');
			expect(told).toContain('Try again');
		}),
	);
});

describe('SMS login in the editor', () => {
	const PASSWORD = 'mistyped-77ab03';

	const enter = async (page: Page, password: string) => {
		await newCredential(page, 'Messaging Service SMS API');
		const { url } = testbed.simulator;
		return saveAndTest(page, { user: 'simulator_api', password, baseUrl: url });
	};

	it(
		'A good SMS login is said to work, and no SMS is sent',
		onPage(async (page) => {
			const told = await enter(page, 'simulator-password');
			await shot(page, 'SMS login works');

			expect(told).toContain('Connection tested successfully');
			expect(await sentMessages(testbed)).toEqual([]);
		}),
	);

	it(
		'A wrong SMS login is explained, and the password is not shown',
		onPage(async (page) => {
			const told = await enter(page, PASSWORD);
			await shot(page, 'Wrong SMS password');

			expect(told).toContain('The user or the password is wrong (-5)');
			expect(told).not.toContain(PASSWORD);
		}),
	);

	it(
		'A missing entry in the IP whitelist is explained for the SMS login',
		onPage(async (page) => {
			await clearWhitelist(testbed);
			const told = await enter(page, 'simulator-password');
			await shot(page, 'SMS not on the whitelist');

			expect(told).toMatch(/IP whitelist .*\(-40\)/s);
			expect(told).not.toContain('simulator-password');
		}),
	);
});

describe('Callback token in the editor', () => {
	const enter = async (page: Page, token: string) => {
		await newCredential(page, 'Messaging Service Callback API');
		return saveAndTest(page, { token });
	};

	it(
		'A strong callback token is said to be strong enough',
		onPage(async (page) => {
			expect(await enter(page, 'Rk7wq2Zt9xLm4VbN8sGd3HcP')).toContain(
				'Connection tested successfully',
			);
			await shot(page, 'Strong token');
		}),
	);

	it(
		'A weak callback token is explained, and is not shown',
		onPage(async (page) => {
			const told = await enter(page, 'swordfish');
			await shot(page, 'Weak token');

			expect(told).toContain(
				'The token has 9 characters. With fewer than 24, it could be guessed.',
			);
			expect(told).not.toContain('swordfish');
		}),
	);
});

describe('Send Template in the editor', () => {
	const openBroadcast = async (page: Page) => {
		const parameters = { resource: 'whatsappOfficial', operation: 'broadcast' };
		await openNode(page, await withNode('Spring Sale', parameters), 'Spring Sale');
	};

	const fill = async (page: Page, fields: Record<string, string>) => {
		for (const [name, value] of Object.entries(fields)) await fieldOf(page, name).fill(value);
	};

	const labels = (page: Page) =>
		page.getByTestId('mapping-fields-container').getByTestId('input-label').allInnerTexts();

	it(
		'Channel and template are searched for in their lists',
		onPage(async (page) => {
			await openBroadcast(page);
			const channels = await openList(page, 'channelId');
			expect(await channels.allInnerTexts()).toEqual([
				'Customer care, 6281100000001 (11111111)',
				'Orders, 6281100000002 (22222222)',
			]);
			await channels.first().click();
			const templates = await openList(page, 'templateId');
			await templates.nth(7).waitFor();
			await shot(page, 'List of templates');
			await searchList(page, 'sale');

			await eventually(async () => {
				expect(await templates.allInnerTexts()).toEqual([
					'spring_sale (Approved, MARKETING): Hello {{1}}, spring is here: *{{2}}* off until Sunday. Shall we keep something for you?',
					'winter_sale (Pending, MARKETING): Hello {{1}}, the winter sale begins.',
				]);
			});
		}),
	);

	it(
		'The placeholders of a template are filled in, and the number of the message comes out',
		onPage(async (page) => {
			await openBroadcast(page);
			await pickFromList(page, 'channelId', 'Customer care');
			await pickFromList(page, 'templateId', 'spring_sale');
			await page.getByTestId('parameter-input-{{2}}').waitFor();
			const text = await page.getByTestId('empty-fields-notice').innerText();
			await fill(page, {
				destination: AYU,
				destinationName: 'Ayu',
				'Header Image URL': `${testbed.simulator.url}/spring.png`,
				'{{1}}': 'Ayu',
				'{{2}}': '20%',
			});
			const told = await execute(page);
			await shot(page, 'Broadcast sent');

			expect(text).toContain('Hello {{1}}, spring is here: *{{2}}* off until Sunday.');
			expect(text).toContain('You get this because you are a member');
			expect(told).toContain('ref_no');
			const [message] = await sentMessages(testbed);
			expect(message).toMatchObject({ to: AYU });
			expect(message?.text).toContain('Hello Ayu, spring is here: *20%* off');
			expect(told).toContain(message?.ref_no);
		}),
	);

	it(
		'Another template shows other fields',
		onPage(async (page) => {
			await openBroadcast(page);
			await pickFromList(page, 'channelId', 'Orders');
			await pickFromList(page, 'templateId', 'track_parcel');
			await page.getByTestId('parameter-input-Button 1').waitFor();
			const parcel = await labels(page);
			await pickFromList(page, 'templateId', 'invoice');
			await page.getByTestId('parameter-input-{{3}}').waitFor();
			const invoice = await labels(page);
			await fill(page, { destination: AYU, destinationName: 'Ayu Lestari', '{{1}}': 'Ayu' });
			await fill(page, { '{{2}}': 'AB-2041', '{{3}}': 'November' });
			await fill(page, { 'Header Document URL': 'https://shop.example/AB-2041.pdf' });
			await fill(page, { 'Header File Name': 'invoice.pdf' });
			await page.getByTestId('parameter-input-templateId').scrollIntoViewIfNeeded();
			await picture(page, 'whatsapp-official', { of: page.getByTestId('ndv') });

			expect(parcel.join()).toContain('{{1}}');
			expect(parcel.join()).toContain('Button 1: Track parcel');
			expect(invoice.join()).toContain('Header Document URL');
			expect(invoice.join()).toContain('{{3}}');
			expect(invoice.join()).not.toContain('Track parcel');
		}),
	);

	it(
		'A template that is not approved is explained',
		onPage(async (page) => {
			await openBroadcast(page);
			await pickFromList(page, 'channelId', 'Customer care');
			await pickFromList(page, 'templateId', 'winter_sale');
			await page.getByTestId('parameter-input-{{1}}').waitFor();
			await fill(page, { destination: AYU, destinationName: 'Ayu', '{{1}}': 'Ayu' });
			const { message, description } = await executeInVain(page);
			await shot(page, 'Pending template');

			expect(message).toContain("Template is 'winter_sale', whose status is Pending");
			expect(message).toContain('Choose another, or wait for its approval.');
			expect(description).toContain('nothing was sent');
			expect(await sentMessages(testbed)).toEqual([]);
		}),
	);
});

describe('Callback URL in the editor', () => {
	const openTrigger = async (page: Page, parameters: Record<string, unknown>) => {
		const trigger: TestNode = {
			name: 'Reports',
			type: ourType('messagingServiceStatusTrigger'),
			parameters,
			webhookId: crypto.randomUUID(),
		};
		const workflow = await testbed.api.createWorkflow(chain('Reports', [trigger]));
		await openNode(page, workflow, 'Reports');
		const steps = page.getByTestId('empty-fields-notice');
		await steps.waitFor();
		return steps.innerText();
	};

	it(
		'The steps say where the URL belongs, that it needs the token, and that this n8n is not reached',
		onPage(async (page) => {
			const told = await openTrigger(page, { events: ['whatsappUnofficialStatus'] });
			await shot(page, 'Steps to register');

			expect(told).toContain('On WhatsApp Unofficial Status: Account, Account Settings');
			expect(told).toContain('?token=');
			expect(told).toContain('the same URL takes GET and POST');
			expect(told).toContain(`The service cannot reach ${testbed.n8n.url}`);
			expect(told).not.toContain('Official Status: WA Official');
		}),
	);

	it(
		'The steps say nothing of a token if callers need none',
		onPage(async (page) => {
			const told = await openTrigger(page, {
				events: ['whatsappOfficialStatus'],
				authentication: 'none',
			});

			expect(told).toContain('On WhatsApp Official Status: WA Official, Account');
			expect(told).not.toContain('token');
		}),
	);
});

describe('Output before the first execution', () => {
	it.each([
		['account', 'getBalance', 'wa_balance'],
		['whatsappOfficial', 'broadcast', 'ref_no'],
		['whatsappUnofficial', 'getStatus', 'status_name'],
		['sms', 'send', 'messageid'],
	])('The node behind %s %s shows the output to come', (resource, operation, field) =>
		onPage(async (page) => {
			await openNode(page, await withNode('Ours', { resource, operation }), 'Afterwards');
			await input(page).getByTestId('schema-preview-warning').waitFor();
			await shot(page, `Preview of ${resource} ${operation}`);

			const fields = await input(page).getByTestId('run-data-schema-node-name').allInnerTexts();
			expect(fields).toContain(field);
		})(),
	);

	it(
		'A trigger shows no output to come, since n8n asks for none',
		onPage(async (page) => {
			const trigger = {
				name: 'Inbox',
				type: ourType('messagingServiceTrigger'),
				parameters: { events: ['pushInbox'] },
			};
			const workflow = await testbed.api.createWorkflow(chain('Inbox', [trigger, after]));
			await openNode(page, workflow, 'Afterwards');
			await input(page).getByText('Inbox').first().waitFor();
			await shot(page, 'No preview of a trigger');

			expect(await input(page).getByTestId('schema-preview-warning').count()).toBe(0);
		}),
	);
});
