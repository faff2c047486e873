import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { z } from 'zod';

import { complaintsOf, startBrowser } from '../test/support/browser';
import { eventually } from '../test/support/eventually';
import { playground } from '.';
import { startSimulator } from '../test/simulator';
import { expectData, expectTaken, first, object } from '../test/simulator/conformance/check';
import type { Answer, Fields } from '../test/simulator/conformance/client';
import {
	broadcast,
	businessReplyNow,
	buttonsNow,
	expectResult,
	messageIdOf,
	reply,
	sms,
	text,
} from '../test/simulator/conformance/requests';
import { HANGS_MS, useService } from '../test/simulator/conformance/useService';

const NUMBER = '6281234567890';
const CUSTOMER_CARE = '11111111-1111-4111-8111-111111111111';
const ORDERS = '22222222-2222-4222-8222-222222222222';
const SPRING_SALE = '33333333-aaaa-4aaa-8aaa-333333333333';
const TRACK_PARCEL = '55555555-aaaa-4aaa-8aaa-555555555555';
const WELCOME = '22222222-aaaa-4aaa-8aaa-222222222222';
const SENDER = '6281100000011';
const HOSTILE = '<img src=x onerror="alert(1)"></script><script>alert(2)</script>&amp; <b>';

const LAPTOP = { viewport: { width: 1280, height: 800 } };
const MOBILE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

// Its clock stands: nothing happens but what a test lets happen.
const service = useService({ readBy: 'phone' }, playground);

let browser: Browser;
let contexts: BrowserContext[] = [];
let complaints: string[][] = [];

/** Has the files that messages point to, as the client's own servers do. */
let files: Server;
let picture: Buffer;

const fileUrl = (name: string) =>
	// A server that listens on a port has an address of this kind.
	`http://127.0.0.1:${(files.address() as AddressInfo).port}/${name}`;

async function drawPicture(): Promise<Buffer> {
	const page = await browser.newPage({ viewport: { width: 640, height: 290 } });
	const svg = await readFile(join(__dirname, 'page/fixtures/picture.svg'), 'utf8');
	await page.setContent(`<body style="margin: 0">${svg}`);
	const drawn = await page.screenshot();
	await page.close();
	return drawn;
}

async function startFiles(): Promise<void> {
	files = createServer((request, response) => {
		const isPicture = request.url?.endsWith('.png') ?? false;
		response
			.setHeader('content-type', isPicture ? 'image/png' : 'application/pdf')
			.end(isPicture ? picture : '%PDF-1.4');
	});
	await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
}

const control = (method: string, path: string, body?: unknown) =>
	service().control.call(method, path, body);

const advance = (ms: number) => service().control.advance(ms);

const minutes = (count: number) => advance(count * 60_000);

/** The answer to a request that has to be accepted. */
async function accepted(sending: Promise<Answer>): Promise<Answer> {
	const answer = await sending;
	expectTaken(answer);
	return answer;
}

const sendTemplate = (template: string, parameters: unknown, channel = CUSTOMER_CARE) =>
	accepted(
		broadcast(service(), {
			destination: NUMBER,
			template_id: template,
			channel_id: channel,
			parameters,
		}),
	);

const sendSpringSale = (name = 'Ayu', percentage = '20%') =>
	sendTemplate(SPRING_SALE, {
		body: [
			{ key: '1', value: 'name', value_text: name },
			{ key: '2', value: 'percentage', value_text: percentage },
		],
		header: { format: 'IMAGE', params: [{ key: 'url', value: fileUrl('spring.png') }] },
	});

const sendUnofficial = (message: string, more: Fields = {}) =>
	accepted(text(service(), { destination: NUMBER, sender: SENDER, message, ...more }));

const sendBusiness = async (type: string, payloads: unknown, quotes?: string) =>
	messageIdOf(
		await accepted(
			businessReplyNow(service(), {
				recipient: NUMBER,
				type,
				payloads,
				...(quotes !== undefined && { message_id_context: quotes }),
			}),
		),
	);

const sendButtons = (words: string, titles: string[]) =>
	accepted(
		buttonsNow(service(), {
			recipient: NUMBER,
			body: { text: words },
			footer: { text: 'We keep it until 18:00' },
			buttons: titles.map((title, index) => ({ button_id: `button-${index}`, title })),
		}),
	);

async function sendSms(words: string): Promise<void> {
	const answer = await sms(service(), { SMSText: words, GSM: NUMBER });
	expect(expectResult(answer).status).toBe('0');
}

async function sendReply(room: string, words: string): Promise<void> {
	expectData(await reply(service(), room, { text: words }), 201, object);
}

const write = async (route: 'business', words: string) =>
	(await service().control.inbox({ route, from: NUMBER, text: words })).id;

async function openPage(
	path: string,
	options: BrowserContextOptions = LAPTOP,
	origin = service().url,
): Promise<Page> {
	const context = await browser.newContext({ timezoneId: 'Asia/Jakarta', ...options });
	context.setDefaultTimeout(HANGS_MS / 2);
	contexts.push(context);
	const page = await context.newPage();
	complaints.push(complaintsOf(page));
	await page.goto(origin + path);
	return page;
}

const openPhone = (options?: BrowserContextOptions) => openPage(`/phone?number=${NUMBER}`, options);

async function openChat(page: Page, chat: string): Promise<void> {
	await page.locator(`[data-chat="${chat}"]`).click();
	await page.getByTestId('message').first().waitFor();
}

const lastMessage = (page: Page) => page.getByTestId('message').last();

const listTick = (page: Page, state: string) =>
	page.getByTestId('chat').locator(`[data-test-id="tick"][data-state="${state}"]`);

const messageTick = (page: Page, state: string) =>
	lastMessage(page).locator(`[data-test-id="tick"][data-state="${state}"]`);

const urlFor = (kind: string) => `${service().receiver.url}/${kind}`;

const registerCallback = (kind: string) => service().control.callbacks({ [kind]: urlFor(kind) });

const callbacks = async (kind: string, count: number) =>
	(await service().receiver.take(`/${kind}`, count)).map(({ body }) => body);

const oneCallback = async (kind: string) => first(await callbacks(kind, 1));

const roomOf = (callback: string) =>
	z.object({ room_id: z.string() }).parse(JSON.parse(callback)).room_id;

/** Tries until it holds. */
const settles = (attempt: () => Promise<void>) => eventually(attempt, HANGS_MS / 2);

beforeAll(async () => {
	browser = await startBrowser();
	picture = await drawPicture();
	await startFiles();
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
	files.closeAllConnections();
	await new Promise((resolve) => files.close(resolve));
});

describe('The start of the phone page', () => {
	it('shows a number with its first message, and leads to its phone', async () => {
		const page = await openPage('/phone');
		await page.getByText('None yet').waitFor();
		await sendUnofficial('Hello');
		await page.getByTestId('number-link').click();
		await page.getByTestId('chat').waitFor();
		expect(new URL(page.url()).searchParams.get('number')).toBe(NUMBER);
	});

	it('shows who wrote last, and the last words', async () => {
		await sendUnofficial('Your parcel is here');
		const page = await openPage('/phone');
		const link = page.getByTestId('number-link');
		await link.getByText('Your parcel is here').waitFor();
		expect(await link.textContent()).toContain('1 message');
	});

	it('is skipped by an address with a number, which opens the only chat', async () => {
		await sendUnofficial('Hello');
		const page = await openPage(`/phone/${NUMBER}`);
		await page.getByTestId('message').getByText('Hello').waitFor();
		expect(new URL(page.url()).searchParams.get('chat')).toBe(`unofficial:${SENDER}`);
	});

	it('opens any number that is one', async () => {
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

describe('A message on the phone', () => {
	it('from a template shows its parameters, picture, footer and buttons', async () => {
		await sendSpringSale();
		const page = await openPhone();
		await openChat(page, `official:${CUSTOMER_CARE}`);
		const message = lastMessage(page);
		const text = await message.innerText();
		expect(text).toContain('Hello Ayu, spring is here: 20% off until Sunday.');
		expect(text).toContain('You get this because you are a member');
		expect(await message.locator('strong').innerText()).toBe('20%');
		expect(await message.getByTestId('reply-button').allInnerTexts()).toEqual([
			'Yes, please',
			'Not now',
		]);
		await settles(async () => {
			expect(await page.evaluate('document.querySelector("img").naturalWidth')).toBe(640);
		});
	});

	it('leads where its action buttons lead', async () => {
		await sendTemplate(TRACK_PARCEL, {
			body: [{ key: '1', value: 'parcel', value_text: 'AB-2041' }],
			buttons: [{ index: '0', type: 'url', value: 'AB-2041' }],
		});
		const page = await openPhone();
		await openChat(page, `official:${CUSTOMER_CARE}`);
		const link = page.getByRole('link', { name: 'Track parcel' });
		expect(await link.getAttribute('href')).toBe('https://shop.example/track/AB-2041');
		expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
		expect(await lastMessage(page).innerText()).toContain('Call us');
	});

	it('gets its ticks as it goes on its way', async () => {
		await sendSpringSale();
		const page = await openPhone();
		await page.evaluate('window.notReloaded = true');
		await listTick(page, 'queued').waitFor();
		await advance(1000);
		await listTick(page, 'sent').waitFor();
		await advance(1000);
		await listTick(page, 'delivered').waitFor();
		expect(await page.getByTestId('chat').innerText()).toMatch(/1\s+unread/);
		await openChat(page, `official:${CUSTOMER_CARE}`);
		await messageTick(page, 'read').waitFor();
		await listTick(page, 'read').waitFor();
		expect(await page.getByTestId('chat').innerText()).not.toContain('unread');
		expect(await page.evaluate('window.notReloaded')).toBe(true);
	});

	it('is read at once where its chat is open', async () => {
		await sendUnofficial('First');
		const page = await openPhone();
		await openChat(page, `unofficial:${SENDER}`);
		await sendUnofficial('Second');
		await page.getByTestId('message').getByText('Second').waitFor();
		await advance(2000);
		await messageTick(page, 'read').waitFor();
		expect(await page.getByTestId('message').count()).toBe(2);
	});

	it('says why it failed', async () => {
		await control('PUT', `/numbers/${NUMBER}`, { whatsapp: 'failed' });
		await sendUnofficial('Hello');
		const page = await openPhone();
		await openChat(page, `unofficial:${SENDER}`);
		await advance(1000);
		await messageTick(page, 'failed').waitFor();
		expect(await page.getByTestId('trouble').innerText()).toContain('no WhatsApp');
	});

	it('stays text, whatever it holds', async () => {
		await sendUnofficial(HOSTILE);
		await sendSpringSale(HOSTILE);
		await sendSms(HOSTILE);
		await write('business', HOSTILE);
		await sendButtons(HOSTILE, ['<b>Bold</b>']);
		const page = await openPhone();
		for (const chat of [
			`unofficial:${SENDER}`,
			`official:${CUSTOMER_CARE}`,
			'sms:sms',
			'business:gateway-1',
		]) {
			await openChat(page, chat);
			expect(await lastMessage(page).innerText()).toContain(HOSTILE);
		}
		expect(await page.getByTestId('reply-button').innerText()).toBe('<b>Bold</b>');
		expect(await page.locator('#app script, #app b, #app img').count()).toBe(0);
	});

	it('reaches each page that shows its phone', async () => {
		await sendUnofficial('First');
		const pages = [await openPhone(), await openPhone(MOBILE)];
		for (const page of pages) await openChat(page, `unofficial:${SENDER}`);
		await sendUnofficial('For both');
		for (const page of pages) {
			await page.getByTestId('message').getByText('For both').waitFor();
			expect(await page.getByTestId('message').count()).toBe(2);
		}
	});
});

describe('The owner of a phone', () => {
	it('answers, and the client learns of it', async () => {
		await registerCallback('officialInbox');
		await sendSpringSale();
		const page = await openPhone();
		await openChat(page, `official:${CUSTOMER_CARE}`);
		await page.getByTestId('composer').fill('One line');
		await page.keyboard.press('Shift+Enter');
		await page.keyboard.type('and another');
		await page.keyboard.press('Enter');
		await page.getByText('The sender may reply freely until tomorrow').waitFor();
		const callback = await oneCallback('officialInbox');
		expect(JSON.parse(callback)).toMatchObject({
			text: 'One line\nand another',
			sender_number: NUMBER,
		});
		expect(await page.getByTestId('composer').inputValue()).toBe('');

		await sendReply(roomOf(callback), 'Thank you');
		await page.getByTestId('message').getByText('Thank you').waitFor();
		expect(await page.getByTestId('message').count()).toBe(3);
	});

	it('answers with a button', async () => {
		await registerCallback('business');
		await write('business', 'Hello');
		await sendButtons('Shall we keep it?', ['Yes, please', 'Not now']);
		const page = await openPhone();
		await openChat(page, 'business:gateway-1');
		await page.getByTestId('reply-button').getByText('Not now').click();
		const [, tapped = ''] = await callbacks('business', 2);
		expect(JSON.parse(tapped)).toMatchObject({
			type: 'button_reply',
			text: 'Not now',
			button_id: 'button-1',
		});
		await page.locator('[data-direction="out"]').nth(1).waitFor();
		expect(await lastMessage(page).innerText()).toContain('Shall we keep it?');
	});

	it('quotes a message and sees what quotes and reactions come back', async () => {
		await registerCallback('business');
		const hello = await write('business', 'Is there a table?');
		await sendBusiness('text', { text: 'Yes, by the window' }, hello);
		await sendBusiness('reaction', { message_id: hello, emoji: '❤' });
		const page = await openPhone();
		await openChat(page, 'business:gateway-1');
		expect(await page.getByTestId('reaction').innerText()).toBe('❤');
		expect(await lastMessage(page).innerText()).toContain('Is there a table?');
		await lastMessage(page).hover();
		await lastMessage(page).getByTestId('quote').click();
		await page.getByTestId('composer').fill('Wonderful');
		await page.getByTestId('send').click();
		await lastMessage(page).getByText('Wonderful').waitFor();
		expect(await lastMessage(page).innerText()).toContain('Yes, by the window');
		expect((await callbacks('business', 2)).at(-1)).toContain('"message_id_context"');
	});

	it('un-subscribes, and gets no more messages', async () => {
		await sendUnofficial('An offer', { include_unsubscribe: true });
		const page = await openPhone();
		await openChat(page, `unofficial:${SENDER}`);
		const [notice] = await Promise.all([
			page.waitForEvent('popup'),
			page.getByTestId('unsubscribe').click(),
		]);
		await notice.getByText('You are un-subscribed').waitFor();
		expect(await control('GET', '/exclusions')).toEqual({
			exclusions: [{ account: 'main', number: NUMBER }],
		});
		await page.getByText('This number has un-subscribed').waitFor();
		await sendUnofficial('Another offer');
		await advance(1000);
		await messageTick(page, 'aborted').waitFor();
	});

	it('is told when an answer was not taken, and keeps it', async () => {
		await sendUnofficial('Hello');
		const page = await openPhone();
		await openChat(page, `unofficial:${SENDER}`);
		const tooLong = 'x'.repeat(10_001);
		await page.getByTestId('composer').fill(tooLong);
		await page.getByTestId('send').click();
		expect(await page.getByRole('alert').innerText()).toContain('at most 10000 character');
		expect(await page.getByTestId('composer').inputValue()).toBe(tooLong);
		// The browser's own words on the refused request.
		expect(complaints.pop()).toHaveLength(1);
	});

	it('who reads further up is not taken away from there', async () => {
		for (let count = 1; count <= 40; count++) await sendUnofficial(`Message ${count}`);
		const page = await openPhone();
		await openChat(page, `unofficial:${SENDER}`);
		const box = 'document.querySelector(".messages")';
		await page.evaluate(`${box}.scrollTop = 100`);
		await page.getByText('To the newest message').waitFor({ state: 'attached' });
		await sendUnofficial('Late one');
		await page.getByText('1 new message').click();
		expect(await page.evaluate(`${box}.scrollTop`)).toBeGreaterThanOrEqual(100);
		await settles(async () => {
			expect(
				await page.evaluate(`${box}.scrollHeight - ${box}.scrollTop - ${box}.clientHeight`),
			).toBeLessThan(2);
		});
	});

	it('sees one thing at a time on a narrow screen', async () => {
		await sendUnofficial('Hello');
		const page = await openPhone(MOBILE);
		await openChat(page, `unofficial:${SENDER}`);
		expect(await page.getByTestId('chat').isVisible()).toBe(false);
		await page.getByLabel('Back to the chats').click();
		await page.getByTestId('chat').waitFor();
		expect(await page.getByTestId('message').count()).toBe(0);
	});

	it('learns that the connection is gone, and sees what came when it is back', async () => {
		const other = await startSimulator({ speed: 0 }, playground);
		const page = await openPage(`/phone?number=${NUMBER}`, LAPTOP, other.url);
		await page.getByText('No messages yet').waitFor();
		await other.stop();
		await page.getByText('Reconnecting…').waitFor();
		const again = await startSimulator(
			{ speed: 0, port: Number(new URL(other.url).port) },
			playground,
		);
		again.service.receive({
			route: 'sms',
			account: 'main',
			sender: { id: 'sms', name: 'SMS', number: '6281100000021' },
			number: NUMBER,
			text: 'Back again',
		});
		await page.getByTestId('message').getByText('Back again').waitFor();
		expect(await page.getByText('Reconnecting…').count()).toBe(0);
		await page.close();
		await again.stop();
		// The browser's own words on the lost connection.
		expect(complaints.pop()?.every((words) => words.includes('ERR_'))).toBe(true);
	});
});

describe('The page of the callback URLs', () => {
	const row = (page: Page, kind: string) => page.locator(`[data-kind="${kind}"]`);
	const field = (page: Page, kind: string) => row(page, kind).getByRole('textbox');
	const note = (page: Page, kind: string) => row(page, kind).getByTestId('note');

	it('has a field for each kind, with the URL that is registered', async () => {
		await registerCallback('smsInbox');
		const page = await openPage('/callbacks');
		await page.getByTestId('callback').first().waitFor();
		expect(await page.getByTestId('callback').count()).toBe(6);
		expect(await field(page, 'smsInbox').inputValue()).toBe(urlFor('smsInbox'));
	});

	it('shows the whole URL, and the workflow that it starts', async () => {
		const url = `${urlFor('hook')}?token=${'a1b2'.repeat(8)}`;
		await service().control.callbacks({ officialInbox: `${url}#Answer%20once` });
		const page = await openPage('/callbacks');
		const registered = row(page, 'officialInbox').getByTestId('registered');
		await registered.getByText('Starts the workflow “Answer once”').waitFor();
		expect(await registered.locator('code').textContent()).toBe(url);
	});

	it('saves a URL, and takes it away', async () => {
		const page = await openPage('/callbacks');
		await field(page, 'officialInbox').fill(urlFor('hook'));
		await row(page, 'officialInbox').getByText('Save').click();
		await note(page, 'officialInbox').getByText('Saved.').waitFor();
		expect(await control('GET', '/callbacks')).toMatchObject({ officialInbox: urlFor('hook') });
		await field(page, 'officialInbox').fill('');
		await page.keyboard.press('Enter');
		await note(page, 'officialInbox').getByText('nothing is sent').waitFor();
		expect(await control('GET', '/callbacks')).toMatchObject({ officialInbox: null });
	});

	it('sends a test callback to the URL in the field', async () => {
		const page = await openPage('/callbacks');
		await field(page, 'officialInbox').fill(urlFor('hook'));
		await row(page, 'officialInbox').getByText('Send Test').click();
		await note(page, 'officialInbox').getByText('accepted it (status 200)').waitFor();
		const room = roomOf(await oneCallback('hook'));
		expect((await reply(service(), room)).status).toBe(201);
	});

	it('says what was answered instead, and what to do', async () => {
		service().receiver.answerBy((response) => response.writeHead(404).end());
		const page = await openPage('/callbacks');
		await field(page, 'business').fill(urlFor('hook'));
		await row(page, 'business').getByText('Send Test').click();
		await note(page, 'business').getByText('status 404').waitFor();
		expect(await note(page, 'business').innerText()).toContain('In n8n, publish the workflow');
	});

	it('refuses a URL that is not on this machine', async () => {
		const page = await openPage('/callbacks');
		await field(page, 'business').fill('http://example.com/hook');
		await row(page, 'business').getByText('Save').click();
		await note(page, 'business').getByText('on this machine').waitFor();
		// The browser's own words on the refused request.
		expect(complaints.pop()).toHaveLength(1);
	});
});

describe('The pictures of the phone', () => {
	const DAY_MS = 86_400_000;
	/** 09:12 in the time of the pictures, which is seven hours ahead of UTC. */
	const MORNING_MS = (2 * 60 + 12) * 60_000;
	let folder: string;

	/** What Ayu got yesterday evening and this morning. */
	async function tellStory(): Promise<void> {
		await registerCallback('officialInbox');
		const now = (await service().control.now()).getTime();
		// Yesterday evening at first, so that neither the time nor the day is the one of the test.
		await advance(2 * DAY_MS + MORNING_MS - (now % DAY_MS) - 14.5 * 3_600_000);
		await sendSms('Your parcel AB-2041 is with our courier. It reaches you tomorrow.');
		await minutes(95);
		await sendUnofficial(
			'*Weekend offer*: 20% off all coffee beans. Show this message at the counter.',
			{ include_unsubscribe: true },
		);
		await minutes(14.5 * 60 - 95 - 40);
		await sendTemplate(WELCOME, {}, ORDERS);
		await minutes(5);
		await tellOfTable();
		await minutes(20);
		await tellOfSale();
	}

	async function tellOfTable(): Promise<void> {
		const asked = await write('business', 'Good morning! Do you have a table for two tonight?');
		await sendBusiness('reaction', { message_id: asked, emoji: '❤' });
		await minutes(1);
		await sendBusiness('text', { text: 'Good morning Ayu! Yes, at *19:30* by the window.' }, asked);
		await sendBusiness('document', {
			link: fileUrl('menu.pdf'),
			filename: 'menu-tonight.pdf',
			caption: 'Here is the menu.',
		});
		await minutes(2);
		await sendButtons('Shall we keep the table for you?', ['Yes, please', 'Another time']);
		await minutes(1);
	}

	async function tellOfSale(): Promise<void> {
		await sendSpringSale();
		await minutes(3);
		const page = await openPhone();
		await openChat(page, `official:${CUSTOMER_CARE}`);
		await page.getByTestId('reply-button').getByText('Yes, please').click();
		const room = roomOf(await oneCallback('officialInbox'));
		await minutes(1);
		await sendReply(room, 'Wonderful! A bag of _Gayo_ roast waits for you.');
		await minutes(2);
		await page.getByText('waits for you').first().waitFor();
		await page.getByTestId('composer').fill('Great, I come by at five!');
		await page.getByTestId('send').click();
		await page.locator('[data-direction="out"]').nth(1).waitFor();
		await page.close();
	}

	async function take(page: Page, name: string): Promise<number> {
		const path = join(folder, name);
		await page.mouse.move(640, 798);
		const shot = await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
		return shot.length;
	}

	beforeAll(async () => {
		// The tree stays as it is, unless somebody wants new pictures.
		folder =
			process.env.UPDATE_SCREENSHOTS === undefined
				? await mkdtemp(join(tmpdir(), 'phone-'))
				: join(__dirname, 'screenshots');
		await mkdir(folder, { recursive: true });
	});

	afterAll(async () => {
		if (folder.startsWith(tmpdir())) await rm(folder, { recursive: true });
	});

	it('show it on a laptop and in the hand', async () => {
		await tellStory();
		const laptop = await openPhone({ ...LAPTOP, deviceScaleFactor: 1 });
		await openChat(laptop, `official:${CUSTOMER_CARE}`);
		await laptop.waitForFunction('document.querySelector("img").naturalWidth > 0');
		expect(await take(laptop, 'phone-laptop.png')).toBeLessThan(150_000);
		const mobile = await openPhone({ ...MOBILE, deviceScaleFactor: 1 });
		await openChat(mobile, 'business:gateway-1');
		await messageTick(mobile, 'read').waitFor();
		await mobile.getByTestId('reply-button').getByText('Yes, please').click();
		await mobile.locator('[data-direction="out"]').nth(1).waitFor();
		expect(await take(mobile, 'phone-mobile.png')).toBeLessThan(150_000);
	});
});
