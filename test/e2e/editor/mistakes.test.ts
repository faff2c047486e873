import type { Page } from 'playwright-core';

import type { Json } from '../../n8n/api';
import { chain, start } from '../../n8n/workflows';
import { newCredential, saveAndTest } from '../support/credential';
import { useEditor } from '../support/editor';
import { openNode } from '../support/nodeDetails';
import { AYU, useN8n } from '../useN8n';

/**
 * What newcomers do wrong, once in each place where the editor tells them: after at most one click, it says the cause
 * and the remedy. The tests of running and building have more of them, and the unit tests the words of all others.
 */

const testbed = useN8n();
const { onPage } = useEditor(testbed, __filename);

type Screen = (page: Page) => Promise<string>;

/** The click is on Execute Step. Gives the window of the node, and the notification in front of it. */
const executed =
	(parameters: Json, column: Json = {}, field?: string): Screen =>
	async (page) => {
		const workflow = await testbed.api.createWorkflow({
			...chain('Mistake', [start, testbed.node('Send', parameters)]),
			pinData: { [start.name]: [{ json: column }] },
		});
		await openNode(page, workflow, 'Send');
		if (field !== undefined) await page.getByTestId(`parameter-input-${field}`).waitFor();
		await page.getByTestId('node-execute-button').click();
		const ended = page.getByTestId('output-panel').locator('td');
		const failed = page.getByTestId('node-error-description');
		const blocked = page.getByText('Workflow execution cannot start');
		await ended.or(failed).or(blocked).first().waitFor();
		const shown = page.getByTestId('ndv').or(page.locator('.el-notification'));
		return (await shown.allInnerTexts()).join('\n');
	};

/** The click is on Save. */
const saved =
	(name: string, fields: Record<string, string>): Screen =>
	async (page) => {
		await newCredential(page, `Messaging Service ${name}`);
		const address = name === 'Callback API' ? {} : { baseUrl: testbed.simulator.url };
		return saveAndTest(page, { ...fields, ...address });
	};

/** Without a click: what a trigger shows that has not been published. */
const unpublished: Screen = async (page) => {
	const trigger = testbed.trigger('', { events: ['pushInbox'] });
	const workflow = await testbed.api.createWorkflow(chain('Mistake', [trigger]));
	await openNode(page, workflow, trigger.name);
	return page.getByTestId('empty-fields-notice').innerText();
};

const TEXT = {
	resource: 'whatsappUnofficial',
	operation: 'sendText',
	destination: '={{ $json.number }}',
	message: 'Hello',
};

const noParameters: Screen = (page) => {
	const templates = [...testbed.simulator.service.state.templates.values()];
	const value = templates.find(({ name }) => name === 'order_update')?.id;
	const broadcast = {
		resource: 'whatsappOfficial',
		operation: 'broadcast',
		channelId: { __rl: true, mode: 'id', value: '11111111-1111-4111-8111-111111111111' },
		templateId: { __rl: true, mode: 'id', value },
		destination: AYU,
		destinationName: 'Ayu',
	};
	return executed(broadcast, {}, '{{1}}')(page);
};

/** The number of a warning is written to all the same. */
const warned: Screen = async (page) => {
	const told = await executed(TEXT, { number: '81234567890' })(page);
	expect(await testbed.control.messages()).toHaveLength(1);
	return told;
};

const SMS_LOGIN = { user: 'simulator_api', password: 'mistyped' };
/** What the mistakes enter as a key, a password or a token. */
const SECRETS = ['mistyped', 'swordfish', 'simulator-password'];

type Mistake = [what: string, screen: Screen, cause: string, remedy: string];

const MISTAKES: Mistake[] = [
	[
		'The API key is wrong',
		saved('API', { apiKey: 'mistyped' }),
		'did not accept the API key (401)',
		'Check the API key (web application:',
	],
	[
		'The SMS password is wrong',
		saved('SMS API', SMS_LOGIN),
		'The user or the password is wrong (-5)',
		'The user is the account whose name ends in _api',
	],
	[
		'The callback token is weak',
		saved('Callback API', { token: 'swordfish' }),
		'The token has 9 characters',
		'Here is a random one',
	],
	[
		'The workflow of a trigger is not published',
		unpublished,
		'does not seem to be published',
		'Publish (activate) the workflow',
	],
	[
		'A spreadsheet has shortened a number',
		executed(TEXT, { number: '6.28E+11' }),
		'was shortened by a spreadsheet',
		'format its column as text',
	],
	[
		'A number lacks its country code',
		warned,
		'It may have lost its first 0',
		'set Default Country Code',
	],
	[
		'The parameters of a template are missing',
		noParameters,
		'Workflow execution cannot start',
		'Field "{{1}}" is required',
	],
	[
		'Recipient is empty',
		executed({ ...TEXT, destination: '' }),
		'Workflow execution cannot start',
		'Parameter "Recipient" is required',
	],
];

beforeEach(() => testbed.control.reset());

it.each(MISTAKES)('%s: the editor says the cause and the remedy', (...mistake) =>
	onPage(async (page) => {
		const [, screen, cause, remedy] = mistake;
		const told = await screen(page);

		expect(told).toContain(cause);
		expect(told).toContain(remedy);
		expect(SECRETS.filter((one) => told.includes(one))).toEqual([]);
	})(),
);
