import type { Page } from 'playwright-core';

import type { Json } from '../../n8n/api';
import { chain, start, type TestNode } from '../../n8n/workflows';
import { newCredential, saveAndTest } from '../support/credential';
import { useEditor } from '../support/editor';
import { openNode } from '../support/nodeDetails';
import { AYU, post, useN8n } from '../useN8n';

/** What newcomers do wrong. After at most one click, the editor says the cause and the remedy. */

const testbed = useN8n();
const { onPage } = useEditor(testbed, __filename);

type Seed = () => Promise<unknown>;
type Screen = (page: Page) => Promise<string>;

const account = (patch: Json): Seed => {
	const path = '/accounts/main';
	return () => testbed.control.call('PATCH', path, patch);
};

const elsewhere = account({ whitelist: [{ ip: '203.0.113.9', active: true }] });

/** The window of a node, and the notification in front of it. */
const shown = async (page: Page): Promise<string> =>
	(await page.getByTestId('ndv').or(page.locator('.el-notification')).allInnerTexts()).join('\n');

async function opened(page: Page, node: TestNode, column: Json = {}): Promise<void> {
	const workflow = await testbed.api.createWorkflow({
		...chain('Mistake', [start, node]),
		pinData: { [start.name]: [{ json: column }] },
	});
	await openNode(page, workflow, node.name);
}

/** The click is on Execute Step. */
const executed =
	(
		parameters: Json,
		{ seed, field, ...column }: Json & { seed?: Seed; field?: string } = {},
	): Screen =>
	async (page) => {
		await seed?.();
		await opened(page, testbed.node('Send', parameters), column);
		if (field !== undefined) await page.getByTestId(`parameter-input-${field}`).waitFor();
		await page.getByTestId('node-execute-button').click();
		const ended = page.getByTestId('output-panel').locator('td');
		const failed = page.getByTestId('node-error-description');
		const blocked = page.getByText('Workflow execution cannot start');
		await ended.or(failed).or(blocked).first().waitFor();
		return shown(page);
	};

/** The click is on Save. */
const saved =
	(name: string, fields: Record<string, string>, seed?: Seed): Screen =>
	async (page) => {
		await seed?.();
		await newCredential(page, `Messaging Service ${name}`);
		const address = name === 'Callback API' ? {} : { baseUrl: testbed.simulator.url };
		return saveAndTest(page, { ...fields, ...address });
	};

const DATE = () =>
	new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/** Without a click: what a trigger shows after a callback to its URL. */
const received =
	(parameters: Json, change = (url: string) => url): Screen =>
	async (page) => {
		const trigger = testbed.trigger('', { events: ['pushInbox'], ...parameters });
		const { workflow, url } = await testbed.published(trigger);
		const message = { id: '1', originator: AYU, msg: 'Hello', receive_date: DATE() };
		await post(change(url), message);
		await openNode(page, workflow, trigger.name);
		return page.getByTestId('empty-fields-notice').innerText();
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

const to = (number: string) => executed(TEXT, { number });
const from = (sender: Json) => executed({ ...TEXT, ...sender }, { number: AYU });
const media = (mediaUrl: string) =>
	executed({ ...TEXT, operation: 'sendMedia', mediaSource: 'url', mediaUrl }, { number: AYU });

const sms = (text: string, seed?: Seed) =>
	executed(
		{ resource: 'sms', operation: 'send', destination: AYU, text },
		{ ...(seed && { seed }) },
	);

const template =
	(name: string, values: Json, field?: string): Screen =>
	(page) => {
		const all = [...testbed.simulator.service.state.templates.values()];
		const id = (value = '') => ({ __rl: true, mode: 'id', value });
		const broadcast = {
			...{ resource: 'whatsappOfficial', operation: 'broadcast' },
			channelId: id('11111111-1111-4111-8111-111111111111'),
			templateId: id(all.find((one) => one.name === name)?.id),
			...{ destination: AYU, destinationName: 'Ayu', ...values },
		};
		return executed(broadcast, { ...(field !== undefined && { field }) })(page);
	};

const oldRoom: Screen = async (page) => {
	const wrote = await testbed.control.write({ route: 'official', from: AYU, text: 'Hello?' });
	await testbed.control.advance(25 * 3_600_000);
	const reply = { resource: 'whatsappOfficial', operation: 'reply', roomId: wrote.room_id };
	return executed({ ...reply, text: 'Hello' })(page);
};

const KEY = { apiKey: 'simulator-key' };
const SMS_LOGIN = { user: 'simulator_api', password: 'simulator-password' };

const CHECK = { resource: 'account', operation: 'checkSetup' };

const testUrl: Seed = () =>
	testbed.control.register({ officialInbox: `${testbed.n8n.url}/webhook-test/1/callback?token=1` });

const busy: Seed = () =>
	testbed.control.addFault({
		...{ kind: 'status', status: 429 },
		// With a longer wait than the node's own, it gives up immediately.
		headers: { 'retry-after': '600' },
	});

/** What the screen still lacks. */
type Shortfall = (told: string) => unknown;

const sentBeforeTheWarning: Shortfall = async () => {
	expect(await testbed.control.messages()).toHaveLength(1);
};

const namesNoOther =
	(other: string): Shortfall =>
	(told) => {
		expect(told).not.toContain(other);
	};

/** What the mistakes enter as a key, a password or a token. */
const SECRETS = ['mistyped', 'swordfish', SMS_LOGIN.password];

type Mistake = [what: string, screen: Screen, cause: string, remedy: string, but?: Shortfall];

const MISTAKES: Mistake[] = [
	[
		'The API key is wrong',
		saved('API', { apiKey: 'mistyped' }),
		'did not accept the API key (401)',
		'Check the API key (web application: Account, User Management)',
	],
	[
		'The path prefix is wrong',
		saved('API', { ...KEY, pathPrefix: '/wrong/1.0' }),
		'found nothing under this address (404)',
		'in the prefix, replace svc with the service’s own name',
	],
	[
		'The address of n8n is not on the whitelist',
		saved('API', KEY, elsewhere),
		'does not allow this access (403)',
		'the public address of this n8n is on the IP whitelist (Account, IP Whitelist',
	],
	[
		'The callback URL lacks the token',
		received({}, (url) => url.replace(/\?.*/, '')),
		'refused: the token is missing',
		'Register the URL with ?token= and the token of the credential at its end',
	],
	[
		'The test URL is registered',
		executed(CHECK, { seed: testUrl }),
		'The callback URL is a test URL, which works only in the editor',
		'register the Production URL of the trigger',
	],
	[
		'The WhatsApp credit has expired',
		executed(CHECK, { seed: account({ wa_expired_date: '2020-01-01' }) }),
		'but expired on 2020-01-01',
		'Top up in the service’s web application',
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
		'The address of n8n is private',
		received({}),
		'the address is private or local',
		'set WEBHOOK_URL to it',
	],
	[
		'The time zone of a trigger is wrong',
		received({ timezone: 'America/New_York' }),
		'clock seems to be at UTC+07:00',
		'set Timezone in the trigger to such a zone, for example Asia/Jakarta',
	],
	[
		'There is no SMS credit',
		sms('Hello', account({ sms_balance: 0 })),
		'insufficient credit (NOT_ENOUGH_CREDITS, -2)',
		'Top up the SMS credit',
	],
	[
		'There is no WhatsApp credit',
		executed(TEXT, { number: AYU, seed: account({ wa_balance: 0 }) }),
		'the WhatsApp credits do not suffice',
		'If it names the credit, top it up',
	],
	[
		'The SMS credit has expired',
		sms('Hello', account({ sms_expired_date: '2020-01-01' })),
		'balance expired (BALANCE_EXPIRED, -7)',
		'top it up in the service’s web application',
	],
	[
		'The template is not approved',
		template('winter_sale', { parametersMode: 'json', parametersJson: '["Ayu"]' }),
		'whose status is Pending',
		'Choose another, or wait for its approval',
	],
	[
		'The parameters of a template are missing',
		template('order_update', {}, '{{1}}'),
		'Workflow execution cannot start',
		'Field "{{1}}" is required',
	],
	[
		'A number lacks its country code',
		to('81234567890'),
		'It may have lost its first 0',
		'set Default Country Code',
		sentBeforeTheWarning,
	],
	[
		'A number has a 0 after its country code',
		to('6208123456789'),
		'has a 0 after the country code',
		'leave it out',
	],
	[
		'A spreadsheet has shortened a number',
		to('6.28E+11'),
		'was shortened by a spreadsheet',
		'format its column as text',
	],
	[
		'An expression is in a fixed field',
		executed({ ...TEXT, destination: '{{ $json.number }}' }, { number: AYU }),
		'looks like an expression',
		'switch the field from Fixed to Expression',
	],
	[
		'OTP is off for a code',
		sms('Your OTP code is 4711'),
		'OTP message sent without an OTP route (REJECTED, -10)',
		'Switch on One-Time Password (OTP)',
	],
	[
		'The SMS password is wrong',
		saved('SMS API', { ...SMS_LOGIN, password: 'mistyped' }),
		'The user or the password is wrong (-5)',
		'The user is the account whose name ends in _api',
	],
	[
		'The SMS host does not know the address of n8n',
		saved('SMS API', SMS_LOGIN, elsewhere),
		'The address of this n8n is not on the IP whitelist',
		'Add the public address of this n8n in the service’s web application',
	],
	[
		'The room is older than 24 hours',
		oldRoom,
		'this room has expired',
		'only a broadcast with a template reaches them',
	],
	[
		'The sender is unknown',
		from({ sendFrom: 'sender', sender: '628123450000' }),
		'sender: there is no such sender',
		'Correct the fields that it names',
		namesNoOther('6281100000012'),
	],
	[
		'The queue is unknown',
		from({ sendFrom: 'queue', queue: 'marketting' }),
		'queue: there is no such queue',
		'Correct the fields that it names',
		namesNoOther('marketing'),
	],
	[
		'The media URL is not an address',
		media('cdn.example.com/menu.png'),
		'Media URL must be a web address',
		'with http:// or https://, such as https://example.com/file.pdf',
	],
	[
		'The service cannot download the file',
		media('https://127.0.0.1:9/menu.png'),
		'media_url: the file could not be downloaded',
		'If it names a file, the service must be able to download it without a login',
	],
	[
		'The type of a file is not allowed',
		media('https://cdn.example.com/menu.exe'),
		'leads to a .exe file',
		'only jpg, jpeg, png, pdf, docx, mp4, webm are allowed here',
	],
	['The text is too long', sms('x'.repeat(161)), 'may have at most 160 characters', 'shorten it'],
	[
		'To is empty',
		executed({ ...TEXT, destination: '' }),
		'Workflow execution cannot start',
		'Parameter "To" is required',
	],
	[
		'The Send Once Key has no value',
		executed({ ...TEXT, options: { sendOnceKey: '={{ $json.order }}' } }, { number: AYU }),
		'Send Once Key is empty',
		'give it a value, or remove the option',
	],
	[
		'More requests per second are sent than the service accepts',
		executed(TEXT, { number: AYU, seed: busy }),
		'rate limit was reached',
		'Lower Requests per Second in the credential',
	],
];

beforeEach(() => testbed.control.reset());

it.each(MISTAKES)('%s: the editor says the cause and the remedy', (...mistake) =>
	onPage(async (page) => {
		const [, screen, cause, remedy, but] = mistake;
		const told = await screen(page);

		expect(told).toContain(cause);
		expect(told).toContain(remedy);
		expect(SECRETS.filter((one) => told.includes(one))).toEqual([]);
		await but?.(told);
	})(),
);
