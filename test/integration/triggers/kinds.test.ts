import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { MessagingServiceTrigger } from '../../../nodes/MessagingServiceTrigger/MessagingServiceTrigger.node';
import { MessagingServiceStatusTrigger } from '../../../nodes/MessagingServiceStatusTrigger/MessagingServiceStatusTrigger.node';
import type { NewMessage } from '../../simulator/service/service';
import type { CallbackKind } from '../../simulator/settings';
import { useSimulator } from '../../support/useSimulator';
import { useTriggers, type TriggerServer } from '../../support/webhooks';

/** From a callback of the service, through the trigger, to the data that the workflow receives. */

const NUMBER = '6281234567890';
const TOKEN = '4f9d1c7a2be8605d3b1fa7c94e20d68b';
const MINUTE = 60_000;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+07:00$/;
/** Long enough for a message to be queued, sent, delivered and read. */
const SETTLED = 30 * MINUTE;

const CHANNEL = { id: '11111111-1111-4111-8111-111111111111', name: 'A', number: '6281100000001' };
const SENDER = { id: '6281100000011', name: '+6281100000011', number: '6281100000011' };

describe('Callbacks of the service', () => {
	const simulator = useSimulator();
	const start = useTriggers();

	const service = () => simulator.service;

	async function listening(
		nodeType: MessagingServiceTrigger | MessagingServiceStatusTrigger,
		kinds: CallbackKind[],
		parameters: INodeParameters,
		timezone?: string,
	): Promise<TriggerServer> {
		const server = await start({
			nodeType,
			parameters: { authentication: 'token', ...parameters },
			token: TOKEN,
			...(timezone !== undefined && { timezone }),
		});
		for (const kind of kinds) {
			service().deliveries.urls.set(kind, [`${server.url}?token=${TOKEN}`]);
		}
		return server;
	}

	/** All kinds share one URL: each is known by its shape. */
	const inbox = (timezone?: string, parameters: INodeParameters = {}) =>
		listening(
			new MessagingServiceTrigger(),
			['officialInbox', 'unofficialInbox', 'smsInbox', 'business'],
			{ events: ['whatsappOfficialInbox', 'pushInbox', 'whatsappBusiness'], ...parameters },
			timezone,
		);

	const status = (parameters: INodeParameters = {}, timezone?: string) =>
		listening(
			new MessagingServiceStatusTrigger(),
			['officialStatus', 'unofficialStatus'],
			{ events: ['whatsappOfficialStatus', 'whatsappUnofficialStatus'], ...parameters },
			timezone,
		);

	/** Somebody writes; tells the message as the control interface does, and when it came. */
	async function write(route: string, text: string, to?: string) {
		const response = await fetch(`${simulator.url}/__control/inbox`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ route, from: NUMBER, text, ...(to !== undefined && { to }) }),
		});
		expect(response.status).toBe(200);
		await service().deliveries.idle();
		const { id, room_id: room } = (await response.json()) as { id: string; room_id: string | null };
		return { id, room };
	}

	async function sent(details: Pick<NewMessage, 'route' | 'sender'>): Promise<string> {
		const { id } = service().take({
			...details,
			account: 'main',
			number: NUMBER,
			content: { text: 'Hello' },
			credits: 1,
		});
		await service().deliveries.idle();
		return id;
	}

	async function advance(ms: number): Promise<void> {
		service().clock.advance(ms);
		await service().deliveries.idle();
	}

	/** As ISO 8601 with an offset, without the fraction. */
	const inJakarta = (at: number) =>
		`${new Date(at + 7 * 60 * MINUTE).toISOString().slice(0, 19)}+07:00`;

	const movedAt = (id: string, code: string): number => {
		const message = service().state.messages.get(id);
		const move = message?.history.findLast((one) => one.status === code);
		if (move === undefined) throw new Error(`${id} was never ${code}`);
		return move.at;
	};

	const words = (value: unknown): string => (typeof value === 'string' ? value : '');

	const answers = () =>
		service()
			.deliveries.list()
			.map((delivery) => delivery.status);

	it('A message to an Official channel tells until when it may be answered', async () => {
		const server = await inbox();
		const at = service().clock.now();
		const { id, room } = await write('official', 'Yes: 1 + 1 = 2 & "more"\nétude 😀');

		expect(server.outputs).toEqual([
			{
				event: 'whatsappOfficialInbox',
				message_id: id,
				from: NUMBER,
				to: null,
				text: 'Yes: 1 + 1 = 2 & "more"\nétude 😀',
				received_at: inJakarta(at),
				room_id: room,
				reply_until: inJakarta(at + 24 * 60 * MINUTE),
				raw_date: null,
				keyword: null,
				button_id: null,
				chatInput: 'Yes: 1 + 1 = 2 & "more"\nétude 😀',
				sessionId: room,
			},
		]);
		expect(answers()).toEqual([200]);
	});

	it.each([
		['unofficial', '6281100000011'],
		['sms', '6281100000021'],
	])('A message pushed as a form comes out: %s', async (route, to) => {
		const server = await inbox();
		const at = service().clock.now();
		const { id } = await write(route, 'a+b & c=d; 100% "x" é 😀\nsecond line', to);

		expect(server.outputs).toEqual([
			{
				event: 'pushInbox',
				message_id: id,
				from: NUMBER,
				to,
				text: 'a+b & c=d; 100% "x" é 😀\nsecond line',
				received_at: inJakarta(at),
				room_id: null,
				reply_until: null,
				raw_date: null,
				keyword: null,
				button_id: null,
				chatInput: 'a+b & c=d; 100% "x" é 😀\nsecond line',
				sessionId: `${NUMBER}:${to}`,
			},
		]);
		expect(answers()).toEqual([200]);
	});

	it('A message to a Business gateway comes out with all that came and its message ID', async () => {
		const server = await inbox();
		const { id } = await write('business', 'Yes');
		const [output] = server.outputs;

		expect(server.outputs).toHaveLength(1);
		expect(output).toMatchObject({
			...{ event: 'whatsappBusiness', message_id: id, from: NUMBER, text: 'Yes' },
			...{ chatInput: 'Yes', sessionId: NUMBER, button_id: null },
		});
		expect(output?.data).toMatchObject({ message_id: id, text: 'Yes', from: NUMBER });
		expect(answers()).toEqual([200]);
	});

	it('The statuses of an Official message come out', async () => {
		const server = await status();
		const ref = await sent({ route: 'official', sender: CHANNEL });
		await advance(SETTLED);

		const report = (word: string, code: string, isFinal: boolean): IDataObject => ({
			event: 'whatsappOfficialStatus',
			ref_no: ref,
			status: word,
			status_code: word,
			status_at: inJakarta(movedAt(ref, code)),
			sent_at: code === 'S' ? inJakarta(movedAt(ref, code)) : null,
			arrived_at: expect.stringMatching(TIME) as string,
			raw_date: null,
			error_code: null,
			is_final: isFinal,
		});
		expect(server.outputs).toEqual([
			report('sent', 'S', false),
			report('delivered', 'D', false),
			report('read', 'R', true),
		]);
		expect(answers()).toEqual([200, 200, 200]);
	});

	it.each(['GET', 'POST'] as const)(
		'Every status of an unofficial message comes out if the service calls by %s',
		async (method) => {
			service().change({ unofficialStatusMethod: method });
			const server = await status();
			const ref = await sent({ route: 'unofficial', sender: SENDER });
			await advance(SETTLED);

			const report = (word: string, code: string, isFinal: boolean): IDataObject => ({
				event: 'whatsappUnofficialStatus',
				ref_no: ref,
				status: word,
				status_code: code,
				status_at: code === 'S' ? inJakarta(movedAt(ref, 'S')) : null,
				sent_at: code === 'Q' ? null : inJakarta(movedAt(ref, 'S')),
				arrived_at: expect.stringMatching(TIME) as string,
				raw_date: null,
				error_code: null,
				is_final: isFinal,
			});
			expect(server.outputs).toEqual([
				report('queued', 'Q', false),
				report('sent', 'S', false),
				report('delivered', 'D', false),
				report('read', 'R', true),
			]);
			expect(new Set(answers())).toEqual(new Set([200]));
		},
	);

	it('The error code of a failed unofficial message comes out', async () => {
		const server = await status();
		const ref = await sent({ route: 'unofficial', sender: SENDER });
		const message = service().state.messages.get(ref);
		if (message?.direction !== 'in') throw new Error('no such message');
		service().move(message, 'F');
		await service().deliveries.idle();

		expect(server.outputs.at(-1)).toMatchObject({
			ref_no: ref,
			status: 'failed',
			status_code: 'F',
			error_code: '1',
			is_final: true,
		});
	});

	it('Times are read by the workflow’s clock', async () => {
		service().change({ timezone: 'Asia/Kathmandu' });
		const server = await inbox('Asia/Kathmandu', { timezone: 'workflow' });
		const at = Math.floor(service().clock.now() / 1000) * 1000;
		await write('official', 'Yes');
		const received = words(server.outputs[0]?.received_at);

		expect(received).toMatch(/\+05:45$/);
		expect(Date.parse(received)).toBe(at);
		expect(Date.parse(words(server.outputs[0]?.reply_until))).toBe(at + 24 * 60 * MINUTE);
	});

	it('Times are read by the chosen clock before that of the workflow', async () => {
		service().change({ timezone: 'Asia/Jakarta' });
		const server = await status({ timezone: 'Asia/Jakarta' }, 'America/New_York');
		const ref = await sent({ route: 'official', sender: CHANNEL });
		await advance(SETTLED);

		const at = new Date(movedAt(ref, 'R') + 7 * 60 * MINUTE).toISOString().slice(0, 19);
		expect(server.outputs.at(-1)?.status_at).toBe(`${at}+07:00`);
	});
});
