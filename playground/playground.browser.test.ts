import path from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';

import { controlOf } from '../test/simulator/controlOf';
import { API_PREFIX, startSimulator } from '../test/simulator';
import {
	buttonsNow,
	broadcast,
	CHANNEL,
	control,
	expectMessage,
	expectSent,
	files,
	NUMBER,
	object,
	origin,
	reply,
	replyNow,
	smsStatus,
	textRef,
	useService,
	type Fields,
} from '../test/simulator/conformance/requests';
import { complaintsOf, startBrowser } from '../test/support/browser';
import { eventually } from '../test/support/eventually';
import { createService } from '../test/support/service';
import { playground } from '.';

const SENDER = '6280000000011';
const OFFICIAL = `official:${CHANNEL}`;
const UNOFFICIAL = `unofficial:${SENDER}`;
const BUSINESS = 'business:gateway-1';

const LAPTOP = { viewport: { width: 1280, height: 800 } };
const MOBILE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

let browser: Browser;
/** The complaints of each page that a test opens. */
const complaints: string[][] = [];

useService(playground, { readBy: 'phone' });

/** Takes the callbacks that tests register. */
const receiver = createService();

beforeAll(() => receiver.start());
beforeEach(receiver.reset);
afterAll(() => receiver.stop());

const value = (key: string, words: string) => ({ key, value: `value${key}`, value_text: words });

const sendSpringSale = async (name = 'Ayu') =>
	expectSent(
		await broadcast({
			template_id: '33333333-aaaa-4aaa-8aaa-333333333333',
			parameters: {
				body: [value('1', name), value('2', '20%')],
				header: { format: 'IMAGE', params: [{ key: 'url', value: files.url('spring.png') }] },
			},
		}),
	);

const sendUnofficial = (message: string, more: Fields = {}) =>
	textRef({ sender: SENDER, message, ...more });

const sendBusiness = async (type: string, payloads: Fields, quotes?: string) =>
	expectMessage(await replyNow({ type, payloads, message_id_context: quotes }));

const sendButtons = (words: string, titles: string[]) =>
	buttonsNow({
		body: { text: words },
		footer: { text: 'We keep it until 18:00' },
		buttons: titles.map((title, index) => ({ button_id: `button-${index}`, title })),
	});

const sendSms = async (words: string) => {
	expect(await smsStatus({ SMSText: words })).toBe('0');
};

const sendReply = ({ room_id }: Fields, words: string) => reply(String(room_id), { text: words });

const write = async (words: string) =>
	(await control.write({ route: 'business', from: NUMBER, text: words })).id;

const receiverAt = (name: string) => `${receiver.url}/${name}`;

const register = (kind: string) => control.register({ [kind]: receiverAt(kind) });

/** The body of a callback, once it has arrived. It comes after so many others of its kind. */
const bodyOf = (kind: string, before = 0) =>
	eventually(() => {
		const seen = receiver.journal.filter(({ path }) => path.replace(/\?.*/, '') === `/${kind}`);
		const { body } = seen[before] ?? {};
		if (body === undefined) throw new Error(`There is no callback at /${kind}`);
		return body;
	});

const callbackOf = async (kind: string, before?: number) =>
	object.parse(JSON.parse(await bodyOf(kind, before)));

async function openPage(address: string, options: BrowserContextOptions = LAPTOP): Promise<Page> {
	const fixed = { timezoneId: 'Asia/Jakarta', baseURL: origin() };
	const context = await browser.newContext({ ...fixed, ...options });
	// Long for a busy machine, but finite, so that a hanging step fails.
	context.setDefaultTimeout(120_000);
	const picture = { path: path.join(__dirname, 'page/picture.svg') };
	await context.route('**/*.png', (route) => route.fulfill(picture));
	const page = await context.newPage();
	complaints.push(complaintsOf(page));
	await page.goto(address);
	return page;
}

const openPhone = (options?: BrowserContextOptions) => openPage(`/phone?number=${NUMBER}`, options);

async function openChat(page: Page, chat: string): Promise<void> {
	await page.locator(`[data-chat="${chat}"]`).click();
	await messages(page).first().waitFor();
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
	browser = await startBrowser();
});

afterEach(async () => {
	await Promise.all(browser.contexts().map((context) => context.close()));
	const all = complaints.splice(0).flat();
	if (all.length > 0) throw new Error(`The page complained:\n${all.join('\n')}`);
});

afterAll(() => browser.close());

describe('First page of the phone', () => {
	it('A number appears with its first message, and its link opens its only chat', async () => {
		const page = await openPage('/phone');
		await page.getByText('None yet').waitFor();
		await sendUnofficial('Your parcel is here');
		const link = page.getByTestId('number-link');
		await link.getByText('Your parcel is here').waitFor();
		await link.getByText(/ · 1 message$/).waitFor();
		await link.click();
		await messages(page).getByText('Your parcel is here').waitFor();
		const { searchParams } = new URL(page.url());
		expect(Object.fromEntries(searchParams)).toEqual({ number: NUMBER, chat: UNOFFICIAL });
	});

	it('The field opens any number, and refuses a text that is not a number', async () => {
		const page = await openPage('/phone');
		const field = page.getByTestId('number-field');
		await field.fill('0812 3');
		await field.press('Enter');
		await page.getByRole('alert').waitFor();
		await field.fill('+62 812-9999-0000');
		await field.press('Enter');
		await page.getByText('No messages yet').waitFor();
		expect(new URL(page.url()).searchParams.get('number')).toBe('6281299990000');
	});
});

describe('Messages on the phone', () => {
	it('Ticks show the status of a message, and the open chat reads it', async () => {
		await sendSpringSale();
		const page = await openPhone(MOBILE);
		for (const state of ['queued', 'sent', 'delivered']) {
			await tick(page, 'chat', state);
			await control.advance(1000);
		}
		expect(await page.getByTestId('chat').innerText()).toMatch(/1\s+unread/);
		await openChat(page, OFFICIAL);
		await tick(page, 'message', 'read');
		await sendSpringSale();
		await messages(page).nth(1).waitFor();
		await control.advance(2000);
		await tick(page, 'message', 'read');
		await page.getByLabel('Back to the chats').click();
		expect(await page.getByTestId('chat').innerText()).not.toContain('unread');
		expect(await messages(page).count()).toBe(0);
	});
});

describe('The phone writes first', () => {
	it('A message on a chosen route reaches the client, and its chat appears', async () => {
		await register('unofficialInbox');
		const page = await openPhone(MOBILE);
		await page.getByText('Write first').click();
		await page.getByLabel('Route').selectOption('unofficial');
		await page.getByLabel('To', { exact: true }).fill('6280000000012');
		await page.getByTestId('first-text').fill('Are you open today?');
		await page.getByTestId('first-text').press('Enter');
		await openChat(page, 'unofficial:6280000000012');
		await messages(page).getByText('Are you open today?').waitFor();
		expect(await bodyOf('unofficialInbox')).toContain('msg=Are+you+open+today');
	});
});

describe('Answers from the phone', () => {
	it('An answer of two lines reaches the client and opens the room', async () => {
		await register('officialInbox');
		await sendSpringSale();
		const page = await openedChat(OFFICIAL);
		const composer = page.getByTestId('composer');
		await composer.fill('One line');
		await composer.press('Shift+Enter');
		await composer.pressSequentially('and another');
		await composer.press('Enter');
		await page.getByText('The sender may reply freely until tomorrow').waitFor();
		const callback = await callbackOf('officialInbox');
		expect(callback).toMatchObject({ text: 'One line\nand another', sender_number: NUMBER });
		expect(await composer.inputValue()).toBe('');
		await sendReply(callback, 'Thank you');
		await messages(page).getByText('Thank you').waitFor();
	});

	it('A message whose callback failed says why', async () => {
		await register('officialInbox');
		await sendSpringSale();
		const page = await openedChat(OFFICIAL);
		receiver.answer = () => ({ status: 404 });
		await page.getByTestId('composer').fill('Is anybody there?');
		await page.getByTestId('composer').press('Enter');
		const trouble = page.getByTestId('callback-trouble');
		await trouble.waitFor();
		expect(await trouble.innerText()).toMatch(/failed\. .* status 404\. In n8n, publish/);
		receiver.reset();
	});

	it('A tapped button answers its message', async () => {
		await register('business');
		await write('Hello');
		await sendButtons('Shall we keep it?', ['Yes, please', 'Not now']);
		const page = await openPhone();
		await page.getByTestId('reply-button').getByText('Not now').click();
		const fields = { type: 'button_reply', text: 'Not now', button_id: 'button-1' };
		expect(await callbackOf('business', 1)).toMatchObject(fields);
		await answers(page).nth(1).getByText('Shall we keep it?').waitFor();
	});

	it('A number that un-subscribes gets no more messages', async () => {
		await sendUnofficial('An offer', { include_unsubscribe: true });
		const page = await openedChat(UNOFFICIAL);
		const popup = page.waitForEvent('popup');
		await page.getByText('Un-subscribe from these messages').click();
		const confirmation = (await popup).getByText('You are un-subscribed');
		await confirmation.waitFor();
		expect(await confirmation.isVisible()).toBe(true);
		await page.getByText('This number has un-subscribed').waitFor();
		await sendUnofficial('Another offer');
		await control.advance(1000);
		await tick(page, 'message', 'aborted');
	});

	it('The page says that the connection is lost, and shows later messages when it is back', async () => {
		const other = await startSimulator({ speed: 0 }, playground);
		const page = await openPhone({ ...LAPTOP, baseURL: other.url });
		await page.getByText('No messages yet').waitFor();
		await other.stop();
		await page.getByText('Reconnecting…').waitFor();
		const port = Number(new URL(other.url).port);
		const again = await startSimulator({ speed: 0, port }, playground);
		await controlOf(() => again.url).write({ route: 'sms', from: NUMBER, text: 'Back again' });
		await messages(page).getByText('Back again').waitFor();
		expect(await page.getByText('Reconnecting…').count()).toBe(0);
		await page.close();
		await again.stop();
		// The browser itself complains of the lost connection.
		expect(complaints.pop()?.every((words) => words.includes('ERR_'))).toBe(true);
	});
});

describe('Page of callback URLs', () => {
	async function openCard(kind: string) {
		const page = await openPage('/callbacks');
		const card = page.locator(`[data-kind="${kind}"]`);
		return { page, card, registered: card.getByTestId('registered') };
	}

	it('A second URL of a kind gets the callbacks too, and can be removed', async () => {
		const example = `${receiverAt('example')}#Answer%20once`;
		const own = `${receiverAt('own')}?token=${'a1b2'.repeat(8)}`;
		await control.register({ smsInbox: example });
		const { page, card, registered } = await openCard('smsInbox');
		await card.getByRole('textbox').fill(own);
		await page.keyboard.press('Enter');
		await card.getByText('Added').waitFor();
		expect(await page.getByTestId('callback').count()).toBe(6);
		const shown = await registered.locator('code').allTextContents();
		expect(shown).toEqual([receiverAt('example'), own]);
		const names = await registered.locator('strong').allInnerTexts();
		expect(names).toEqual(['Starts the workflow “Answer once”', 'Your own URL']);
		const urls = () => control.call('GET', '/callbacks');
		expect(await urls()).toMatchObject({ smsInbox: [example, own] });
		await control.write({ route: 'sms', from: NUMBER, text: 'For both' });
		await Promise.all(['example', 'own'].map((name) => bodyOf(name)));

		await registered.last().getByText('Remove').click();
		await card.getByText('Removed').waitFor();
		expect(await urls()).toMatchObject({ smsInbox: [example] });
		expect(await registered.count()).toBe(1);
	});

	it('A test callback shows the response of each URL, and what to do', async () => {
		await control.register({ business: [receiverAt('hook'), 'http://127.0.0.1:1/'] });
		receiver.answer = () => ({ status: 404 });
		const { card, registered } = await openCard('business');
		await card.getByText('Send Test').click();
		await registered.first().getByText('status 404').waitFor();
		expect(await registered.first().innerText()).toContain('In n8n, publish the workflow');
		expect(await registered.last().innerText()).toContain('Nothing answers');
		receiver.reset();
		await card.getByText('Send Test').click();
		await registered.first().getByText('accepted it (status 201)').waitFor();
	});
});

/** The size of a picture. Only UPDATE_SCREENSHOTS writes it into the tree. */
async function take(page: Page, name: string): Promise<number> {
	await page.mouse.move(640, 798);
	const file = { path: path.join(__dirname, 'screenshots', name) };
	const picture = await page.screenshot({
		animations: 'disabled',
		caret: 'hide',
		...(process.env.UPDATE_SCREENSHOTS !== undefined && file),
	});
	return picture.length;
}

describe('Page of the reference', () => {
	/** Presses a key until the element has the focus. */
	async function reach(page: Page, element: Locator): Promise<void> {
		const isThere = async () => (await element.and(page.locator(':focus')).count()) > 0;
		for (let presses = 0; presses < 100 && !(await isThere()); presses++) {
			await page.keyboard.press('Tab');
		}
		expect(await isThere()).toBe(true);
	}

	it('The keyboard alone sends a text, which arrives on the phone, and nothing leaves this machine', async () => {
		const page = await openPage('/reference', { viewport: { width: 1100, height: 900 } });
		const asked: string[] = [];
		page.on('request', (request) => asked.push(request.url()));
		const path = page.locator(`[data-path="${API_PREFIX}/whatsapp/message"]`);
		const block = page.locator('.opblock', { has: path });
		await reach(page, block.locator('.opblock-summary-control'));
		await page.keyboard.press('Enter');
		await reach(page, block.getByText('Execute', { exact: true }));
		await page.keyboard.press('Enter');
		await block.locator('.live-responses-table').getByText('201').first().waitFor();
		await page.evaluate('document.querySelector(".opblock.is-open").scrollIntoView()');
		expect(await take(page, 'reference.png')).toBeLessThan(150_000);
		expect(await control.messages()).toMatchObject([{ text: 'Your parcel has arrived.' }]);
		expect(asked.filter((url) => !url.startsWith(origin()))).toEqual([]);
	});
});

describe('Pictures of the phone', () => {
	const minutes = (count: number) => control.advance(count * 60_000);

	it('The pictures of a laptop and of a phone are small files', async () => {
		await register('officialInbox');
		await sendSms('Your parcel AB-2041 is with our courier. It reaches you tomorrow.');
		await minutes(12 * 60);
		const asked = await write('Good morning! Do you have a table for two tonight?');
		await sendBusiness('reaction', { message_id: asked, emoji: '❤' });
		await sendBusiness('text', { text: 'Good morning Ayu! Yes, at *19:30* by the window.' }, asked);
		const menu = { link: files.url('menu.pdf'), filename: 'menu-tonight.pdf' };
		await sendBusiness('document', { ...menu, caption: 'Here is the menu.' });
		await sendButtons('Shall we keep the table for you?', ['Yes, please', 'Another time']);
		await minutes(21);
		await sendSpringSale();
		await minutes(3);

		const laptop = await openedChat(OFFICIAL);
		await laptop.getByTestId('reply-button').getByText('Yes, please').click();
		await sendReply(await callbackOf('officialInbox'), 'Wonderful! A bag of _Gayo_ roast waits.');
		await minutes(2);
		await messages(laptop).getByText('roast waits').waitFor();
		await laptop.waitForFunction('document.querySelector("img").naturalWidth > 0');
		expect(await take(laptop, 'phone-laptop.png')).toBeLessThan(150_000);

		const mobile = await openedChat(BUSINESS, MOBILE);
		await tick(mobile, 'message', 'read');
		await mobile.getByTestId('reply-button').getByText('Yes, please').click();
		await answers(mobile).nth(1).waitFor();
		expect(await take(mobile, 'phone-mobile.png')).toBeLessThan(150_000);
	});
});
