import { pdf } from '../facts/files';
import { control, service, TEST_KEY, useService, type Fields } from './client';
import { expectData, expectInvalid, first, object, SETTLED } from './expect';
import {
	broadcast,
	credits,
	FATE,
	lookUp,
	media,
	mediaRef,
	OTHER_NUMBER,
	QUEUE,
	recordOf,
	SENDERS,
	text,
	textRef,
} from './requests';

useService();

const fromOf = async (refNo: string) => (await control.message(refNo)).from;

/** The senders of 80 messages. Each possible sender is among them. */
async function sendersOf(overrides: Fields): Promise<unknown[]> {
	const senders = new Set<unknown>();
	for (let sent = 0; sent < 40; sent++)
		for (const send of [textRef, mediaRef]) senders.add(await fromOf(await send(overrides)));
	return [...senders].sort();
}

describe('Senders', () => {
	it.each<[string, Fields, string[]]>([
		['one of the senders of its queue', { queue: QUEUE.name }, QUEUE.senders],
		['the sender that it names', { sender: SENDERS[2] }, SENDERS.slice(2)],
		['one of the client’s own senders', {}, SENDERS],
	])('A message comes from %s, picked at random: %j', async (_whom, fields, senders) => {
		expect(await sendersOf(fields)).toEqual(senders);
	});

	it('The messages of a client without senders come from the shared blast senders', async () => {
		await control.account({ senders: [], queues: {} });

		expect(await sendersOf({})).toEqual(['6280000000091', '6280000000092']);
	});
});

it.each([
	['its timeout', textRef, 90],
	['86400 seconds, if it has no timeout', mediaRef, undefined],
])('A queued message fails after %s, and not before', async (_when, send, timeout) => {
	const refNo = await send({ destination: FATE.queued, timeout });
	await control.advance((timeout ?? 86_400) * 1000 - 1);
	expect(await recordOf(refNo)).toMatchObject({ status: 'Q' });
	await control.advance(1);

	expect(await recordOf(refNo)).toMatchObject({ status: 'F' });
});

describe('Un-subscription', () => {
	const LINK = /https?:\/\/[^\s<>"]+/;

	/** The texts that the recipient reads. */
	async function readWith(include_unsubscribe?: boolean): Promise<unknown[]> {
		const asked = { include_unsubscribe, caption: 'A photo' };
		const [message, file] = [await textRef(asked), await mediaRef(asked)].map(control.message);
		return [(await message)?.text, (await file)?.caption];
	}

	it.each([undefined, false])(
		'A message without the link arrives unchanged: %s',
		async (included) => {
			expect(await readWith(included)).toEqual(['Your parcel has arrived.', 'A photo']);
		},
	);

	const follow = async (words: unknown) => {
		const { pathname } = new URL(first(LINK.exec(String(words)) ?? []));
		expect((await service.at('GET', pathname, { key: null })).status).toBe(200);
	};

	it('A followed link stops only unofficial messages of the account to the recipient', async () => {
		const [words, caption] = await readWith(true);
		expect(words).toMatch(/^Your parcel has arrived\.\s.*http/s);
		expect(caption).toMatch(/^A photo\s.*http/s);
		await follow(words);
		const before = (await control.messages()).length;
		await text();
		await media();
		await text({}, { key: TEST_KEY });
		await broadcast();
		await text({ destination: OTHER_NUMBER });
		await control.advance(SETTLED);

		const after = (await control.messages()).slice(before).map(({ status }) => status);
		expect(after).toEqual(['A', 'A', 'R', 'R', 'R']);
	});
});

describe('Credits', () => {
	const costOf = async (send: () => Promise<string>) => {
		await control.account({ wa_balance: 10 });
		const { credits: cost } = await control.message(await send());
		expect(await credits()).toBe(10 - cost);
		return cost;
	};

	it.each([
		[2000, 1],
		[2001, 2],
		[4001, 3],
	])('A text of %i characters costs %i credits, even if they are emoji', async (length, cost) => {
		for (const character of ['x', '\u{1F600}'])
			expect(await costOf(() => textRef({ message: character.repeat(length) }))).toBe(cost);
	});

	it.each([{ caption: 'x'.repeat(3000) }, { media_url: undefined, media_base64: pdf(400) }])(
		'A file costs 2 credits, from a URL or in base64',
		async (file) => {
			expect(await costOf(() => mediaRef(file))).toBe(2);
		},
	);

	it('A message that fails gives its credits back once', async () => {
		await control.account({ wa_balance: 100 });
		const refs = [
			await textRef({ destination: FATE.failed }),
			await mediaRef({ destination: FATE.failed }),
		];
		expect(await credits()).toBe(97);
		await control.advance(SETTLED);

		for (const refNo of refs) {
			// Another move to F gives nothing back.
			await control.move(refNo, 'F');
			expect(await control.message(refNo)).toMatchObject({ credits: 0 });
		}
		expect(await credits()).toBe(100);
	});
});

describe('Emoji as escape sequences', () => {
	it.each([
		['Hello \\U0001F600!', 'Hello \u{1F600}!'],
		['Hello \\U0001f600!', 'Hello \u{1F600}!'],
		['\\U0010FFFD \\U00110000 \\U0000D800', '\u{10FFFD} \\U00110000 \\U0000D800'],
	])('%s arrives as %s', async (message, arrived) => {
		expect((await control.message(await textRef({ message }))).text).toBe(arrived);
	});
});

describe('Responses to unofficial messages', () => {
	const url = 'https://files.example.com/photo.png';

	it.each([
		['sender', { sender: '6280000000012' }, '6280000000012', '6280000000012'],
		['queue', { queue: 'marketing' }, 'marketing', 'marketing'],
		['message', { message: 'Good evening' }, 'Good evening', undefined],
		['media_url', { media_url: url }, undefined, url],
	])(
		'The response and the record repeat the %s of a text or a file',
		async (name, asked, ofText, ofFile) => {
			for (const [send, value] of [
				[text, ofText],
				[media, ofFile],
			] as const) {
				const answer = expectData(await send(asked), 201, object);
				expect(answer[name]).toBe(value);
				// A record has no queue.
				const kept = name === 'queue' ? undefined : value;
				expect((await recordOf(String(answer.ref_no)))[name]).toBe(kept);
			}
		},
	);

	it.each([
		['sent_date', 'S'],
		['delivered_date', 'D'],
		['read_date', 'R'],
	])('The record has %s as soon as the message has this status', async (field, status) => {
		const refNo = await textRef();
		await control.move(refNo, 'Q');
		expect(await recordOf(refNo)).toMatchObject({ status: 'Q', ref_no: refNo });
		expect(await recordOf(refNo)).not.toHaveProperty(field);
		for (const code of 'SDR'.slice(0, 'SDR'.indexOf(status) + 1)) await control.move(refNo, code);

		expect(await recordOf(refNo)).toHaveProperty(field);
	});
});

it('The references of the test host have their statuses there only', async () => {
	const words = ['queued', 'sent', 'delivered', 'read', 'aborted', 'failed'];
	const answers = await Promise.all(words.map((word) => lookUp(word, { key: TEST_KEY })));

	const statuses = answers.map((answer) => expectData(answer, 200, object).status);
	expect(statuses).toEqual(['Q', 'S', 'D', 'R', 'A', 'F']);
	expectInvalid(await lookUp('queued'), 'ref_no');
});
