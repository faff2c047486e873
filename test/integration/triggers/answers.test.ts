import { idOfAnswer, pathOfAnswer } from '../../../nodes/answerButton';
import { MessagingServiceTrigger } from '../../../nodes/MessagingServiceTrigger/MessagingServiceTrigger.node';
import { call, useTriggers } from '../../support/webhooks';

const LINK = `http://127.0.0.1:5678/webhook-waiting/12/8b9fd985-4de0-452e-8207-ee91fe9c7478?approved=true&nonce=abcdefghijklmnop&signature=${'0f'.repeat(32)}`;
const ID = idOfAnswer(LINK);

describe('The ID of a button that answers', () => {
	it('is the signed part of the link, and fits a button', () => {
		expect(ID.length).toBeLessThanOrEqual(256);
		expect(`http://127.0.0.1:5678/webhook-waiting/${pathOfAnswer(ID) ?? ''}`).toBe(LINK);
	});

	it.each([
		['a text', 'hello'],
		['an address', LINK],
		['a way out of the folder', ID.replace('answer:12/', 'answer:../rest/')],
		['an execution that is no number', ID.replace('12/', 'NaN/')],
		['one beyond what a database holds', ID.replace('12/', '99999999999/')],
		['an execution without its node', ID.replace(/\/[^?]+/, '/.')],
		['the same in other letters', ID.replace(/\/[^?]+/, '/%2E')],
		['a second folder', ID.replace('?', '/more?')],
		['another host', ID.replace('answer:', 'answer://evil.example/')],
		['an address in the place of the node', ID.replace('8b9fd985', '@evil.example')],
		['no verdict', ID.replace('approved=true&', '')],
		['a line break', `${ID}\nHost: evil`],
		['a fragment', `${ID}#x`],
		['a sign that no address has', ID.replace('8b9fd985', 'a%')],
		['more than a button holds', `${ID}${'a'.repeat(200)}`],
	])('is not %s', (_, text) => {
		expect(pathOfAnswer(text)).toBeUndefined();
	});
});

describe('An inbox trigger', () => {
	const start = useTriggers();
	const trigger = () =>
		start({
			nodeType: new MessagingServiceTrigger(),
			parameters: { events: ['whatsappBusiness'] },
		});

	it.each([
		['itself', { id: ID }],
		['deep inside', { a: [{ b: { c: [{ d: ` ${ID} ` }] } }] }],
		['beside a message', { message_id: 'm1', text: 'Yes', button: { payload: ID } }],
	])(
		'starts nothing for an answer, and asks for it again if n8n cannot be reached: %s',
		async (_, json) => {
			const server = await trigger();

			// Nothing listens on the address that n8n has in these tests.
			const { status } = await call(server, { json });

			expect(status).toBe(503);
			expect(server.started).toEqual([]);
		},
	);

	it('takes what only resembles an answer for a message', async () => {
		const server = await trigger();
		const hostile = ['answer:', `x${ID}`, ID.replace('12/', '../'), ID.toUpperCase()];

		for (const id of hostile) await call(server, { json: { message_id: id, id } });

		expect(server.started).toHaveLength(hostile.length);
	});

	it('takes a payload that holds both buttons for a message: nothing says which one was tapped', async () => {
		const server = await trigger();
		const declined = ID.replace('approved=true', 'approved=false');

		const json = {
			message_id: 'm1',
			id: ID,
			question: { buttons: [{ id: ID }, { id: declined }] },
		};
		await call(server, { json });

		expect(server.started).toHaveLength(1);
	});

	it('lets nobody hand over an answer without the token', async () => {
		const server = await start({
			nodeType: new MessagingServiceTrigger(),
			parameters: { events: ['whatsappBusiness'] },
			token: 'b7e2c94f06d1a85e3f7c20b9d4618ea5',
		});

		expect((await call(server, { json: { id: ID } })).status).toBe(401);
	});

	it('is through with a thousand hostile payloads, and each is a message or refused', async () => {
		const server = await trigger();
		const wide = Object.fromEntries(
			Array.from({ length: 500 }, (_, at) => [`k${at}`, `answer:${at}/x?approved=maybe`]),
		);
		const payloads = [wide, { a: 'answer:'.repeat(5000) }, { a: [[[[[[[['answer:1/']]]]]]]] }, []];
		const statuses = new Set<number | undefined>();

		for (let at = 0; at < 1000; at += 50) {
			const answers = await Promise.all(
				Array.from({ length: 50 }, (_, more) =>
					call(server, { json: payloads[(at + more) % payloads.length] }),
				),
			);
			for (const { status } of answers) statuses.add(status);
		}

		expect([...statuses].sort()).toEqual([200, 400]);
	});
});
