import {
	expectData,
	expectInvalid,
	expectTaken,
	first,
	HOUR,
	object,
	SECOND,
	SETTLED,
	UUID4,
	type Check,
	type Checks,
} from './check';
import { jsonOf, type Service } from './client';
import {
	broadcast,
	broadcastRef,
	businessReplyNow,
	credits,
	FATE,
	GATEWAY,
	mediaRef,
	NUMBER,
	openRoom,
	putTemplate,
	reply,
	replyRef,
	statusOf,
	textRef,
	writeToChannel,
} from './requests';

const TEMPLATE = '00000000-0000-4000-8000-000000000003';

async function broadcastOf(service: Service, status: string) {
	await putTemplate(service, TEMPLATE, { status });
	return broadcast(service, { template_id: TEMPLATE });
}

const refusesTemplate =
	(status: string): Check =>
	async (service) => {
		expectInvalid(await broadcastOf(service, status));
		expect(await service.control.messages()).toEqual([]);
		expectData(await broadcastOf(service, 'Approved'), 201, object);
	};

export const templateStates: Checks<'templateStates'> = {
	pending: refusesTemplate('Pending'),
	approved: async (service) => {
		expectData(await broadcastOf(service, 'Approved'), 201, object);
	},
	rejected: refusesTemplate('Rejected'),
};

/** The statuses of an Official message on its whole way. */
async function wayOf(service: Service, destination: string): Promise<string[]> {
	const refNo = await broadcastRef(service, { destination });
	await service.control.advance(SETTLED);
	const { history, status } = await service.control.message(refNo);
	const way = history.map((step) => step.status);
	expect(way.at(-1)).toBe(status);
	return way;
}

export const officialCodes: Checks<'officialCodes'> = {
	q: async (service) => {
		expect((await wayOf(service, FATE.queued)).at(-1)).toBe('Q');
	},
	s: async (service) => {
		expect((await wayOf(service, FATE.sent)).slice(-2)).toEqual(['Q', 'S']);
	},
	d: async (service) => {
		expect((await wayOf(service, FATE.delivered)).slice(-3)).toEqual(['Q', 'S', 'D']);
	},
	r: async (service) => {
		expect((await wayOf(service, NUMBER)).slice(-4)).toEqual(['Q', 'S', 'D', 'R']);
	},
	a: async (service) => {
		const way = await wayOf(service, FATE.aborted);
		expect(way.at(-1)).toBe('A');
		expect(way).not.toContain('S');
	},
	f: async (service) => {
		const way = await wayOf(service, FATE.failed);
		expect(way.at(-1)).toBe('F');
		expect(way).not.toContain('D');
	},
};

/** The lookup gives the code of where a message to that number ends. */
const endsAs =
	(code: string, destination: string): Check =>
	async (service) => {
		const refNo = await textRef(service, { destination });
		await service.control.advance(SETTLED);
		expect(await statusOf(service, refNo)).toBe(code);
	};

export const unofficialCodes: Checks<'unofficialCodes'> = {
	u: async (service) => {
		const refNo = await textRef(service);
		await service.control.move(refNo, 'U');
		expect(await statusOf(service, refNo)).toBe('U');
	},
	q: endsAs('Q', FATE.queued),
	s: endsAs('S', FATE.sent),
	d: endsAs('D', FATE.delivered),
	r: endsAs('R', NUMBER),
	a: async (service) => {
		const refNo = await textRef(service, { destination: FATE.aborted });
		await service.control.advance(SETTLED);
		expect(await statusOf(service, refNo)).toBe('A');
		const { history } = await service.control.message(refNo);
		expect(history.map(({ status }) => status)).not.toContain('S');
	},
	f: endsAs('F', FATE.failed),
	'f-credits': async (service) => {
		await service.control.account({ wa_balance: 100 });
		const refs = [
			await textRef(service, { destination: FATE.failed }),
			await mediaRef(service, { destination: FATE.failed }),
		];
		expect(await credits(service)).toBe(97);
		await service.control.advance(SETTLED);
		expect(await credits(service)).toBe(100);
		for (const ref of refs) expect((await service.control.message(ref)).credits).toBe(0);
	},
};

const wordsOf = async (service: Service, destination: string): Promise<unknown[]> => {
	await service.control.callbacks({ officialStatus: `${service.receiver.url}/status` });
	const refNo = await broadcastRef(service, { destination });
	await service.control.advance(SETTLED);
	return service.receiver
		.seen('/status')
		.map(({ body }) => object.parse(JSON.parse(body)))
		.filter((callback) => callback.ref_no === refNo)
		.map(({ status }) => status);
};

export const callbackWords: Checks<'callbackWords'> = {
	sent: async (service) => {
		expect(await wordsOf(service, FATE.sent)).toEqual(['sent']);
	},
	delivered: async (service) => {
		expect(await wordsOf(service, FATE.delivered)).toEqual(['sent', 'delivered']);
	},
	read: async (service) => {
		expect(await wordsOf(service, NUMBER)).toEqual(['sent', 'delivered', 'read']);
	},
	failed: async (service) => {
		expect((await wordsOf(service, FATE.failed)).at(-1)).toBe('failed');
	},
	only: async (service) => {
		const words = new Set<unknown>();
		for (const number of [...Object.values(FATE), NUMBER])
			for (const word of await wordsOf(service, number)) words.add(word);
		expect(words).toEqual(new Set(['sent', 'delivered', 'read', 'failed']));
	},
};

export const messageMoves: Checks<'messageMoves'> = {
	timeout: async (service) => {
		const refNo = await textRef(service, { destination: FATE.queued, timeout: 90 });
		await service.control.advance(90 * SECOND);
		expect(await statusOf(service, refNo)).toBe('F');
	},
	'timeout-not-before': async (service) => {
		const refNo = await textRef(service, { destination: FATE.queued, timeout: 90 });
		await service.control.advance(90 * SECOND - 1);
		expect(await statusOf(service, refNo)).toBe('Q');
	},
	'timeout-not-sent': async (service) => {
		const refNo = await textRef(service, { destination: FATE.sent, timeout: 90 });
		await service.control.advance(HOUR);
		expect(await statusOf(service, refNo)).toBe('S');
	},
};

export const roomMoves: Checks<'roomMoves'> = {
	official: async (service) => {
		const room = await openRoom(service);
		expectData(await reply(service, room), 201, object);
	},
	business: async (service) => {
		await service.control.inbox({
			route: 'business',
			from: NUMBER,
			to: GATEWAY.number,
			text: 'Good morning',
		});
		expectTaken(await businessReplyNow(service));
		// The room is one with that gateway only.
		expectInvalid(await businessReplyNow(service, { gateway_id: 'gateway-2' }));
	},
	callback: async (service) => {
		await service.control.callbacks({ officialInbox: `${service.receiver.url}/inbox` });
		const room = await openRoom(service);
		const { body } = first(await service.receiver.take('/inbox', 1));
		expect(object.parse(JSON.parse(body)).room_id).toBe(room);
		expect(room).toMatch(UUID4);
	},
	expires: async (service) => {
		const room = await openRoom(service);
		await service.control.advance(24 * HOUR);
		const before = (await service.control.messages()).length;
		const answer = await reply(service, room);
		expectInvalid(answer);
		expect(jsonOf(answer)).toHaveProperty('detail');
		expect(await service.control.messages()).toHaveLength(before);
	},
	active: async (service) => {
		const room = await openRoom(service);
		await service.control.advance(24 * HOUR - 1);
		expectData(await reply(service, room), 201, object);
	},
	again: async (service) => {
		await openRoom(service);
		await service.control.advance(20 * HOUR);
		const room = await writeToChannel(service);
		await service.control.advance(20 * HOUR);
		// What the client sends does not count.
		await replyRef(service, room);
		await service.control.advance(4 * HOUR - 1);
		expectData(await reply(service, room), 201, object);
		await service.control.advance(1);
		expectInvalid(await reply(service, room));
	},
};
