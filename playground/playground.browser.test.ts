import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { z } from 'zod';

import { controlOf } from '../test/n8n/control';
import { listen } from '../test/n8n/ports';
import { startSimulator, type Simulator } from '../test/simulator';
import { complaintsOf, startBrowser } from '../test/support/browser';
import { eventually } from '../test/support/eventually';
import { playground } from '.';

const NUMBER = '6281234567890';
const SENDER = '6281100000011';
const CUSTOMER_CARE = '11111111-1111-4111-8111-111111111111';
const OFFICIAL = `official:${CUSTOMER_CARE}`;
const UNOFFICIAL = `unofficial:${SENDER}`;
const BUSINESS = 'business:gateway-1';
const HOSTILE = '<img src=x onerror="alert(1)"></script><script>alert(2)</script>&amp; <b>';

const LAPTOP = { viewport: { width: 1280, height: 800 } };
const MOBILE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

let simulator: Simulator;
let control: ReturnType<typeof controlOf>;
let browser: Browser;
let contexts: BrowserContext[] = [];
let complaints: string[][] = [];

/** The client's server has the files of messages, and takes the callbacks. */
let client: Server;
let picture: Buffer;
let callbacks: { path: string; body: string }[] = [];
let clientStatus = 200;

let clientPort: number;
const clientUrl = (name: string) => `http://127.0.0.1:${clientPort}/${name}`;

const advance = (ms: number) => control.call('POST', '/clock/advance', { ms });

const minutes = (count: number) => advance(count * 60_000);

/** Sends a request that the service must accept. */
async function post(
	path: string,
	body: string | URLSearchParams | FormData,
	headers: Record<string, string> = {},
) {
	const init = { method: 'POST', headers: { apikey: 'simulator-key', ...headers }, body };
	const response = await fetch(simulator.url + path, init);
	const text = await response.text();
	if (!response.ok || text.includes('<status>-')) throw new Error(text);
}

const send = (endpoint: string, body: Record<string, unknown>) =>
	post(`/svc_api/1.0${endpoint}`, JSON.stringify(body), { 'content-type': 'application/json' });

const sendTemplate = (template: string, parameters: unknown, channel = CUSTOMER_CARE) =>
	send('/wa_official/message/broadcast', {
		...{ destination: NUMBER, destination_name: 'Ayu', template_id: template },
		...{ channel_id: channel, parameters },
	});

const value = (key: string, words: string) => ({ key, value: `value${key}`, value_text: words });

const sendSpringSale = (name = 'Ayu', percentage = '20%') =>
	sendTemplate('33333333-aaaa-4aaa-8aaa-333333333333', {
		body: [value('1', name), value('2', percentage)],
		header: { format: 'IMAGE', params: [{ key: 'url', value: clientUrl('spring.png') }] },
	});

const sendUnofficial = (message: string, more: Record<string, unknown> = {}) =>
	send('/whatsapp/message', { destination: NUMBER, sender: SENDER, message, ...more });

const sendBusiness = (type: string, payloads: unknown, quotes?: string) =>
	send('/wa_business/reply', {
		...{ gateway_id: 'gateway-1', recipient: NUMBER, type, payloads },
		message_id_context: quotes,
	});

const sendButtons = (words: string, titles: string[]) =>
	send('/wa_business/interactive/button_reply', {
		...{ gateway_id: 'gateway-1', recipient: NUMBER, body: { text: words } },
		footer: { text: 'We keep it until 18:00' },
		buttons: titles.map((title, index) => ({ button_id: `button-${index}`, title })),
	});

const sendSms = (words: string) => {
	const login = { user: 'simulator_api', password: 'simulator-password' };
	const body = new URLSearchParams({ ...login, SMSText: words, GSM: NUMBER });
	return post('/api/v3/sendsms/plain', body);
};

async function sendReply(callback: string, words: string): Promise<void> {
	const body = new FormData();
	const { room_id } = z.object({ room_id: z.string() }).parse(JSON.parse(callback));
	body.append('room_id', room_id);
	body.append('text', words);
	await post('/svc_api/1.0/wa_official/message/reply', body);
}

const write = async (words: string) =>
	(await control.write({ route: 'business', from: NUMBER, text: words })).id;

const register = (kind: string) => control.register({ [kind]: clientUrl(kind) });

const callbacksOf = (kind: string, count: number) =>
	eventually(() => {
		const ofKind = callbacks.filter((one) => one.path.startsWith(`/${kind}`));
		const bodies = ofKind.map(({ body }) => body);
		if (bodies.length < count) throw new Error(`There are ${bodies.length} callbacks of ${kind}`);
		return bodies;
	});

async function openPage(
	address: string,
	options: BrowserContextOptions = LAPTOP,
	origin = simulator.url,
): Promise<Page> {
	const context = await browser.newContext({ timezoneId: 'Asia/Jakarta', ...options });
	contexts.push(context);
	const page = await context.newPage();
	complaints.push(complaintsOf(page));
	await page.goto(origin + address);
	return page;
}

const openPhone = (options?: BrowserContextOptions) => openPage(`/phone?number=${NUMBER}`, options);

async function openChat(page: Page, chat: string): Promise<void> {
	await page.locator(`[data-chat="${chat}"]`).click();
	await page.getByTestId('message').first().waitFor();
}

const openedChat = async (chat: string, options?: BrowserContextOptions) => {
	const page = await openPhone(options);
	await openChat(page, chat);
	return page;
};

const messages = (page: Page) => page.getByTestId('message');

const answers = (page: Page) => page.locator('[data-direction="out"]');

const tick = (page: Page, place: 'chat' | 'message', state: string) =>
	page.getByTestId(place).last().locator(`[data-test-id="tick"][data-state="${state}"]`).waitFor();

beforeAll(async () => {
	simulator = await startSimulator({ speed: 0 }, playground);
	control = controlOf(simulator.url);
	browser = await startBrowser();
	const page = await browser.newPage({ viewport: { width: 640, height: 290 } });
	const svg = readFileSync(path.join(__dirname, 'page/picture.svg'), 'utf8');
	await page.setContent(`<body style="margin: 0">${svg}`);
	picture = await page.screenshot();
	await page.close();
	client = createServer((request, response) => {
		const { url = '', method } = request;
		if (url.endsWith('.png')) response.setHeader('content-type', 'image/png').end(picture);
		else if (url.endsWith('.pdf'))
			response.setHeader('content-type', 'application/pdf').end('%PDF');
		else
			void text(request).then((body) => {
				if (method !== 'HEAD') callbacks.push({ path: url, body });
				response.writeHead(clientStatus).end();
			});
	});
	clientPort = await listen(client);
});

beforeEach(async () => {
	await control.reset();
	const settings = { requestsPerSecond: 0, channelRequests: 0, readBy: 'phone' };
	await control.call('PATCH', '/settings', settings);
	callbacks = [];
	clientStatus = 200;
});

afterEach(async () => {
	await Promise.all(contexts.map((context) => context.close()));
	const all = complaints.flat();
	contexts = [];
	complaints = [];
	if (all.length > 0) throw new Error(`The page complained:\n${all.join('\n')}`);
});

afterAll(async () => {
	await browser.close();
	await simulator.stop();
	client.closeAllConnections();
	client.close();
});

describe('First page of the phone', () => {
	it('A number appears with its first message and last words, and leads to its phone', async () => {
		const page = await openPage('/phone');
		await page.getByText('None yet').waitFor();
		await sendUnofficial('Your parcel is here');
		const link = page.getByTestId('number-link');
		await link.getByText('Your parcel is here').waitFor();
		expect(await link.textContent()).toContain('1 message');
		await link.click();
		await messages(page).getByText('Your parcel is here').waitFor();
		expect(new URL(page.url()).searchParams.get('number')).toBe(NUMBER);
	});

	it('An address with a number opens its only chat immediately', async () => {
		await sendUnofficial('Hello');
		const page = await openPage(`/phone/${NUMBER}`);
		await messages(page).getByText('Hello').waitFor();
		expect(new URL(page.url()).searchParams.get('chat')).toBe(UNOFFICIAL);
	});

	it('The field opens any number, and refuses a text that is none', async () => {
		const page = await openPage('/phone');
		await page.getByTestId('number-field').fill('0812 3');
		await page.keyboard.press('Enter');
		await page.getByRole('alert').waitFor();
		await page.getByTestId('number-field').fill('+62 812-9999-0000');
		await page.keyboard.press('Enter');
		await page.getByText('No messages yet').waitFor();
		expect(new URL(page.url()).searchParams.get('number')).toBe('6281299990000');
	});
});

describe('Messages on the phone', () => {
	it('A template shows its parameters, picture, footer and buttons', async () => {
		await sendSpringSale();
		const page = await openedChat(OFFICIAL);
		const shown = await messages(page).innerText();
		expect(shown).toContain('Hello Ayu, spring is here: 20% off until Sunday.');
		expect(shown).toContain('You get this because you are a member');
		expect(await messages(page).locator('strong').innerText()).toBe('20%');
		const buttons = await page.getByTestId('reply-button').allInnerTexts();
		expect(buttons).toEqual(['Yes, please', 'Not now']);
		await page.waitForFunction('document.querySelector("img").naturalWidth === 640');
	});

	it('A URL button opens its address in a new tab', async () => {
		await sendTemplate('55555555-aaaa-4aaa-8aaa-555555555555', {
			body: [value('1', 'AB-2041')],
			buttons: [{ index: '0', type: 'url', value: 'AB-2041' }],
		});
		const page = await openedChat(OFFICIAL);
		const link = page.getByRole('link', { name: 'Track parcel' });
		expect(await link.getAttribute('href')).toBe('https://shop.example/track/AB-2041');
		expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
		expect(await messages(page).innerText()).toContain('Call us');
	});

	it('Ticks show the status of a message, and the open chat reads it', async () => {
		await sendSpringSale();
		const page = await openPhone(MOBILE);
		await tick(page, 'chat', 'queued');
		await advance(1000);
		await tick(page, 'chat', 'sent');
		await advance(1000);
		await tick(page, 'chat', 'delivered');
		expect(await page.getByTestId('chat').innerText()).toMatch(/1\s+unread/);
		await openChat(page, OFFICIAL);
		await tick(page, 'message', 'read');
		await sendSpringSale();
		await messages(page).nth(1).waitFor();
		await advance(2000);
		await tick(page, 'message', 'read');
		await page.getByLabel('Back to the chats').click();
		expect(await page.getByTestId('chat').innerText()).not.toContain('unread');
		expect(await messages(page).count()).toBe(0);
	});

	it('A message that failed says why', async () => {
		await control.call('PUT', `/numbers/${NUMBER}`, { whatsapp: 'failed' });
		await sendUnofficial('Hello');
		const page = await openedChat(UNOFFICIAL);
		await advance(1000);
		await tick(page, 'message', 'failed');
		expect(await page.getByTestId('trouble').innerText()).toContain('no WhatsApp');
	});

	it('Markup in a message of any route stays text', async () => {
		await sendUnofficial(HOSTILE);
		await sendSpringSale(HOSTILE);
		await sendSms(HOSTILE);
		await write(HOSTILE);
		await sendButtons(HOSTILE, ['<b>Bold</b>']);
		const page = await openPhone();
		for (const chat of [UNOFFICIAL, OFFICIAL, 'sms:sms', BUSINESS]) {
			await openChat(page, chat);
			expect(await messages(page).last().innerText()).toContain(HOSTILE);
		}
		expect(await page.getByTestId('reply-button').innerText()).toBe('<b>Bold</b>');
		expect(await page.locator('#app script, #app b, #app img').count()).toBe(0);
	});
});

describe('Answers from the phone', () => {
	it('An answer of two lines reaches the client and opens the room', async () => {
		await register('officialInbox');
		await sendSpringSale();
		const page = await openedChat(OFFICIAL);
		await page.getByTestId('composer').fill('One line');
		await page.keyboard.press('Shift+Enter');
		await page.keyboard.type('and another');
		await page.keyboard.press('Enter');
		await page.getByText('The sender may reply freely until tomorrow').waitFor();
		const [callback = ''] = await callbacksOf('officialInbox', 1);
		const fields = { text: 'One line\nand another', sender_number: NUMBER };
		expect(JSON.parse(callback)).toMatchObject(fields);
		expect(await page.getByTestId('composer').inputValue()).toBe('');
		await sendReply(callback, 'Thank you');
		await messages(page).getByText('Thank you').waitFor();
	});

	it('A tapped button answers its message', async () => {
		await register('business');
		await write('Hello');
		await sendButtons('Shall we keep it?', ['Yes, please', 'Not now']);
		const page = await openPhone();
		await page.getByTestId('reply-button').getByText('Not now').click();
		const [, tapped = ''] = await callbacksOf('business', 2);
		const fields = { type: 'button_reply', text: 'Not now', button_id: 'button-1' };
		expect(JSON.parse(tapped)).toMatchObject(fields);
		await answers(page).nth(1).getByText('Shall we keep it?').waitFor();
	});

	it('The phone and the client see quotes and reactions', async () => {
		await register('business');
		const hello = await write('Is there a table?');
		await sendBusiness('text', { text: 'Yes, by the window' }, hello);
		await sendBusiness('reaction', { message_id: hello, emoji: '❤' });
		const page = await openedChat(BUSINESS);
		expect(await page.getByTestId('reaction').innerText()).toBe('❤');
		expect(await messages(page).last().innerText()).toContain('Is there a table?');
		await messages(page).last().hover();
		await messages(page).last().getByTestId('quote').click();
		await page.getByTestId('composer').fill('Wonderful');
		await page.getByTestId('send').click();
		await answers(page).last().getByText('Yes, by the window').waitFor();
		expect((await callbacksOf('business', 2)).at(-1)).toContain('"message_id_context"');
	});

	it('A number that un-subscribes gets no more messages', async () => {
		await sendUnofficial('An offer', { include_unsubscribe: true });
		const page = await openedChat(UNOFFICIAL);
		const [notice] = await Promise.all([
			page.waitForEvent('popup'),
			page.getByText('Un-subscribe from these messages').click(),
		]);
		await notice.getByText('You are un-subscribed').waitFor();
		await page.getByText('This number has un-subscribed').waitFor();
		await sendUnofficial('Another offer');
		await advance(1000);
		await tick(page, 'message', 'aborted');
		expect(await control.call('GET', '/exclusions')).toEqual({
			exclusions: [{ account: 'main', number: NUMBER }],
		});
	});

	it('A refused answer says why, and comes back into the field', async () => {
		await sendUnofficial('Hello');
		const page = await openedChat(UNOFFICIAL);
		const tooLong = 'x'.repeat(10_001);
		await page.getByTestId('composer').fill(tooLong);
		await page.getByTestId('send').click();
		await page.getByRole('alert').getByText('at most 10000 character').waitFor();
		expect(await page.getByTestId('composer').inputValue()).toBe(tooLong);
		// The browser itself complains of the refused request.
		expect(complaints.pop()).toHaveLength(1);
	});

	it('A reader of old messages stays there until the button leads down', async () => {
		for (let count = 1; count <= 40; count++) await sendUnofficial(`Message ${count}`);
		const page = await openedChat(UNOFFICIAL);
		const message = (words: string) => messages(page).getByText(words, { exact: true });
		const top = async (words: string) => Math.round((await message(words).boundingBox())?.y ?? -1);
		await message('Message 5').scrollIntoViewIfNeeded();
		await page.getByText('To the newest message').waitFor({ state: 'attached' });
		const before = await top('Message 5');
		await sendUnofficial('Late one');
		await page.getByText('1 new message').waitFor();
		expect(await top('Message 5')).toBe(before);
		await page.getByText('1 new message').click();
		await page.getByText('1 new message').waitFor({ state: 'detached' });
		expect(await top('Late one')).toBeLessThan(LAPTOP.viewport.height);
	});

	it('The page says that the connection is lost, and shows later messages when it is back', async () => {
		const other = await startSimulator({ speed: 0 }, playground);
		const page = await openPage(`/phone?number=${NUMBER}`, LAPTOP, other.url);
		await page.getByText('No messages yet').waitFor();
		await other.stop();
		await page.getByText('Reconnecting…').waitFor();
		const port = Number(new URL(other.url).port);
		const again = await startSimulator({ speed: 0, port }, playground);
		await controlOf(again.url).write({ route: 'sms', from: NUMBER, text: 'Back again' });
		await messages(page).getByText('Back again').waitFor();
		expect(await page.getByText('Reconnecting…').count()).toBe(0);
		await page.close();
		await again.stop();
		// The browser itself complains of the lost connection.
		expect(complaints.pop()?.every((words) => words.includes('ERR_'))).toBe(true);
	});
});

describe('Page of callback URLs', () => {
	const card = (page: Page, kind: string) => page.locator(`[data-kind="${kind}"]`);
	const registered = (page: Page, kind: string) => card(page, kind).getByTestId('registered');
	const urls = async () =>
		z.record(z.string().array()).parse(await control.call('GET', '/callbacks'));

	it('A second URL of a kind gets the callbacks too, and can be removed', async () => {
		const example = `${clientUrl('example')}#Answer%20once`;
		const own = `${clientUrl('own')}?token=${'a1b2'.repeat(8)}`;
		await control.register({ smsInbox: example });
		const page = await openPage('/callbacks');
		await card(page, 'smsInbox').getByRole('textbox').fill(own);
		await page.keyboard.press('Enter');
		await card(page, 'smsInbox').getByText('Added').waitFor();
		expect(await page.getByTestId('callback').count()).toBe(6);
		const shown = await registered(page, 'smsInbox').locator('code').allTextContents();
		expect(shown).toEqual([clientUrl('example'), own]);
		expect(await urls()).toMatchObject({ smsInbox: [example, own] });
		expect(await registered(page, 'smsInbox').locator('strong').allInnerTexts()).toEqual([
			'Starts the workflow “Answer once”',
			'Your own URL',
		]);
		await control.write({ route: 'sms', from: NUMBER, text: 'For both' });
		expect(await callbacksOf('example', 1)).toEqual(await callbacksOf('own', 1));

		await registered(page, 'smsInbox').last().getByText('Remove').click();
		await card(page, 'smsInbox').getByText('Removed').waitFor();
		expect(await urls()).toMatchObject({ smsInbox: [example] });
		expect(await registered(page, 'smsInbox').count()).toBe(1);
	});

	it('A test callback shows the response of each URL, and what to do', async () => {
		await control.register({ business: [clientUrl('hook'), 'http://127.0.0.1:1/'] });
		clientStatus = 404;
		const page = await openPage('/callbacks');
		await card(page, 'business').getByText('Send Test').click();
		const [first, second] = [0, 1].map((index) => registered(page, 'business').nth(index));
		await first?.getByText('status 404').waitFor();
		expect(await first?.innerText()).toContain('In n8n, publish the workflow');
		expect(await second?.innerText()).toContain('Nothing answers');
		clientStatus = 200;
		await card(page, 'business').getByText('Send Test').click();
		await first?.getByText('accepted it (status 200)').waitFor();
	});

	it('A URL that is not on this machine is refused', async () => {
		const page = await openPage('/callbacks');
		await card(page, 'business').getByRole('textbox').fill('http://example.com/hook');
		await card(page, 'business').getByText('Add').click();
		await card(page, 'business').getByText('on this machine').waitFor();
		expect(await registered(page, 'business').count()).toBe(0);
		// The browser itself complains of the refused request.
		expect(complaints.pop()).toHaveLength(1);
	});
});

describe('Pictures of the phone', () => {
	// Only UPDATE_SCREENSHOTS changes the pictures in the tree.
	const folder =
		process.env.UPDATE_SCREENSHOTS === undefined
			? mkdtempSync(path.join(tmpdir(), 'phone-'))
			: path.join(__dirname, 'screenshots');

	/** The messages of yesterday evening and this morning. The time zone is seven hours ahead of UTC. */
	async function tellStory(): Promise<void> {
		await register('officialInbox');
		const { now } = z.object({ now: z.string() }).parse(await control.call('GET', '/clock'));
		// The story begins at 18:42, whenever the test runs.
		await minutes(2 * 24 * 60 - 12 * 60 - 18 - ((Date.parse(now) / 60_000) % (24 * 60)));
		await sendSms('Your parcel AB-2041 is with our courier. It reaches you tomorrow.');
		await minutes(95);
		await sendUnofficial(
			'*Weekend offer*: 20% off all coffee beans. Show this message at the counter.',
			{ include_unsubscribe: true },
		);
		await minutes(14.5 * 60 - 95 - 40);
		const orders = '22222222-2222-4222-8222-222222222222';
		await sendTemplate('22222222-aaaa-4aaa-8aaa-222222222222', {}, orders);
		await minutes(5);
		const asked = await write('Good morning! Do you have a table for two tonight?');
		await sendBusiness('reaction', { message_id: asked, emoji: '❤' });
		await minutes(1);
		await sendBusiness('text', { text: 'Good morning Ayu! Yes, at *19:30* by the window.' }, asked);
		const menu = { link: clientUrl('menu.pdf'), filename: 'menu-tonight.pdf' };
		await sendBusiness('document', { ...menu, caption: 'Here is the menu.' });
		await minutes(2);
		await sendButtons('Shall we keep the table for you?', ['Yes, please', 'Another time']);
		await minutes(21);
		await sendSpringSale();
		await minutes(3);
		const page = await openedChat(OFFICIAL);
		await page.getByTestId('reply-button').getByText('Yes, please').click();
		const [callback = ''] = await callbacksOf('officialInbox', 1);
		await minutes(1);
		await sendReply(callback, 'Wonderful! A bag of _Gayo_ roast waits for you.');
		await minutes(2);
		await messages(page).getByText('waits for you').waitFor();
		await page.getByTestId('composer').fill('Great, I come by at five!');
		await page.getByTestId('send').click();
		await answers(page).nth(1).waitFor();
		await page.close();
	}

	async function take(page: Page, name: string): Promise<number> {
		await page.mouse.move(640, 798);
		const options = { animations: 'disabled', caret: 'hide' } as const;
		return (await page.screenshot({ path: path.join(folder, name), ...options })).length;
	}

	it('The pictures of a laptop and of a phone are small files', async () => {
		mkdirSync(folder, { recursive: true });
		await tellStory();
		const laptop = await openedChat(OFFICIAL, { ...LAPTOP, deviceScaleFactor: 1 });
		await laptop.waitForFunction('document.querySelector("img").naturalWidth > 0');
		expect(await take(laptop, 'phone-laptop.png')).toBeLessThan(150_000);
		const mobile = await openedChat(BUSINESS, { ...MOBILE, deviceScaleFactor: 1 });
		await tick(mobile, 'message', 'read');
		await mobile.getByTestId('reply-button').getByText('Yes, please').click();
		await answers(mobile).nth(1).waitFor();
		expect(await take(mobile, 'phone-mobile.png')).toBeLessThan(150_000);
	});
});
