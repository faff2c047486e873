import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { chance } from '../../simulator/core/chance';
import { eventually } from '../../support/eventually';
import { gate } from '../../support/gate';
import { heap } from '../../support/heap';
import { call, useTriggers, type Call, type TriggerServer } from '../../support/webhooks';

/** The same callback starts the workflow once, and each callback starts it. */

const DATE = '2026-03-01 23:30:00';

const report = (ref: string, status: string): Call => ({
	json: { ref_no: ref, status, status_date: DATE },
});

const unofficial = (ref: string, code: string): Call => ({
	method: 'GET',
	query: new URLSearchParams({ ref_no: ref, status: code, sent_date: DATE }).toString(),
});

const official = (ref: string): Call => ({
	json: {
		room_id: 'room',
		ref_no: ref,
		text: 'Yes',
		inbox_date: DATE,
		sender_number: '6281234567890',
	},
});

const pushed = (id: string, gateway = '6280000000011'): Call => ({
	form: {
		id,
		gateway_number: gateway,
		originator: '6281234567890',
		receive_date: DATE,
		msg: 'Yes',
	},
});

const business = (id: string, fields: Record<string, unknown> = {}): Call => ({
	json: { message_id: id, ...fields },
});

describe('Repeated callbacks', () => {
	const { inbox, status } = useTriggers();

	const statusesOf = async (server: TriggerServer, ...calls: Call[]) => {
		const statuses: (number | undefined)[] = [];
		for (const one of calls) statuses.push((await call(server, one)).status);
		return statuses;
	};

	it.each([
		['an Official message', inbox, official('a')],
		['a pushed message', inbox, pushed('a')],
		['a Business message', inbox, business('a', { text: 'Hi' })],
		['an Official status', status, report('a', 'read')],
		['an unofficial status', status, unofficial('a', 'R')],
	])('A repeat is acknowledged and starts nothing: %s', async (_, begin, what) => {
		const server = await begin();
		const statuses = await statusesOf(server, what, what, what);

		expect(statuses).toEqual([200, 200, 200]);
		expect(server.started).toHaveLength(1);
	});

	it('A repeated report is known by all its fields, in any order', async () => {
		const server = await status();
		const failed = (code: string) => ({ query: `ref_no=a&status=F&err_code=${code}` });
		await statusesOf(server, failed('17'), failed('18'), {
			query: 'err_code=17&status=F&ref_no=a',
		});

		expect(server.outputs.map((output) => output.error_code)).toEqual(['17', '18']);
	});

	it('Another kind, message, gateway or workflow starts an execution of its own', async () => {
		const [reports, messages, others] = [await status(), await inbox(), await inbox()];
		await statusesOf(reports, report('a', 'read'), unofficial('a', 'R'), report('b', 'read'));
		await statusesOf(messages, official('a'), pushed('a'), pushed('a', '62811000099'));
		await statusesOf(others, official('a'));

		expect(reports.started).toHaveLength(3);
		expect(messages.started).toHaveLength(3);
		expect(others.started).toHaveLength(1);
	});

	it('Two callbacks are told apart if a number holds a separator', async () => {
		const server = await inbox();
		await statusesOf(
			server,
			{ form: { id: 'c', gateway_number: 'a","b', originator: 'x' } },
			{ form: { id: 'c', gateway_number: 'a', originator: 'b","x' } },
		);

		expect(server.started).toHaveLength(2);
	});

	it.each<[string, () => Promise<TriggerServer>, Call[]]>([
		['without an ID', inbox, [pushed(''), pushed('')]],
		['of another status', status, [report('a', 'sent'), report('a', 'read')]],
		['of Business with another payload', inbox, [business('a', { a: 1 }), business('a', { a: 2 })]],
		[
			'if repeats are allowed',
			() => inbox({ options: { ignoreRepeats: false } }),
			[pushed('a'), pushed('a')],
		],
		['in a test in the editor', () => inbox({}, { mode: 'manual' }), [pushed('a'), pushed('a')]],
	])('A second callback starts the workflow %s', async (_, begin, calls) => {
		const server = await begin();
		await statusesOf(server, ...calls);

		expect(server.started).toHaveLength(2);
	});

	it('A repeat while the first is being taken is told to come again', async () => {
		const server = await inbox();
		const { opened, open } = gate<boolean>();
		const entered = gate();
		server.canTake = () => {
			entered.open();
			return opened;
		};
		const first = call(server, pushed('a'));
		await entered.opened;
		const second = await call(server, pushed('a'));
		open(true);

		expect(second.status).toBe(503);
		expect((await first).status).toBe(200);
		expect(server.started).toHaveLength(1);
	});

	describe('Callbacks whose sender hung up', () => {
		/** Calls and hangs up while n8n takes the callback; what n8n makes of it is decided afterwards. */
		async function hungUp(server: TriggerServer, query: string) {
			const { opened, open } = gate<boolean>();
			const entered = gate();
			server.canTake = () => {
				entered.open();
				return opened;
			};
			const outgoing = request(`${server.url}?${query}`, { method: 'POST' });
			outgoing.on('error', () => undefined);
			outgoing.end();
			await entered.opened;
			outgoing.destroy();
			await eventually(() => {
				expect(server.calls.hungUp).toBe(1);
			});
			return open;
		}

		const over = (server: TriggerServer, calls: number) =>
			eventually(() => {
				expect(server.calls.over).toBe(calls);
			});

		it.each([
			['starts the workflow if n8n could not take the first', false],
			['starts nothing if n8n took the first', true],
		])('A repeat %s', async (_, isTaken) => {
			const server = await status();
			const decide = await hungUp(server, 'ref_no=a&status=D');
			decide(isTaken);
			await over(server, 1);
			server.canTake = () => true;
			const again = await call(server, { query: 'ref_no=a&status=D' });

			expect(again.status).toBe(200);
			expect(server.started).toHaveLength(1);
		});

		it('A repeat starts the workflow if the sender hung up before n8n looked', async () => {
			const server = await status();
			server.beforeRun = async (response) => {
				const closed = once(response, 'close');
				response.socket?.destroy();
				await closed;
			};
			server.canTake = () => false;
			await call(server, { query: 'ref_no=a&status=D' });
			server.beforeRun = undefined;
			server.canTake = () => true;
			const again = await call(server, { query: 'ref_no=a&status=D' });

			expect(again.status).toBe(200);
			expect(server.started).toHaveLength(1);
		});
	});
});

describe('Many callbacks with repeats', () => {
	const { inbox, status } = useTriggers();
	const COUNT = 400;
	const STATUS_WORDS = ['sent', 'delivered', 'read', 'failed'] as const;
	const STATUS_CODES = ['Q', 'S', 'D', 'R'] as const;

	/** Each of five kinds in turn. A message that was sent has four states. */
	const distinct = Array.from({ length: COUNT }, (_, at): ['inbox' | 'status', Call] => {
		const [ref, state] = [`out-${Math.floor(at / 20)}`, Math.floor(at / 5) % 4];
		if (at % 5 === 0) return ['inbox', official(`official-${at}`)];
		if (at % 5 === 1) return ['inbox', pushed(`pushed-${at}`)];
		if (at % 5 === 2) return ['inbox', business(`business-${at}`, { text: 'Hi' })];
		if (at % 5 === 3) return ['status', report(ref, STATUS_WORDS[state] ?? 'sent')];
		return ['status', unofficial(ref, STATUS_CODES[state] ?? 'S')];
	});

	it('Each callback starts one workflow if n8n takes only some and the sender repeats', async () => {
		const draw = chance(1);
		const canTake = async () => {
			await wait(draw() * 3);
			return draw() > 0.3;
		};
		const servers = {
			inbox: await inbox({}, { canTake }),
			status: await status({}, { canTake }),
		};
		const statuses = new Set<number | undefined>();
		const untilTaken = async ([to, what]: (typeof distinct)[number]) => {
			for (let attempt = 0; attempt < 50; attempt++) {
				const answer = await call(servers[to], what);
				statuses.add(answer.status);
				if (answer.status === 200) return;
			}
			throw new Error('never taken');
		};
		/** In random order. 30% come twice, and 3% three times. */
		const order = [
			...distinct,
			...distinct.filter((_, at) => at % 10 < 3),
			...distinct.filter((_, at) => at % 30 === 0),
		]
			.map((one) => ({ one, place: draw() }))
			.sort((a, b) => a.place - b.place)
			.map(({ one }) => one);
		for (let at = 0, size = 0; at < order.length; at += size) {
			size = 1 + Math.floor(draw() * 12);
			await Promise.all(order.slice(at, at + size).map(untilTaken));
		}

		const started = [...servers.inbox.outputs, ...servers.status.outputs].map((output) =>
			JSON.stringify([output.event, output.message_id ?? output.ref_no, output.status]),
		);
		expect(started).toHaveLength(COUNT);
		expect(new Set(started).size).toBe(COUNT);
		// A repeat that comes while its callback is being taken gets 503.
		statuses.delete(503);
		expect(statuses).toEqual(new Set([200, 500]));
	});
});

describe('Memory of callbacks', () => {
	const { inbox } = useTriggers();

	it('The memory does not grow with the size of callbacks', async () => {
		const server = await inbox();
		const large = 'x'.repeat(500_000);
		const before = heap();
		for (let at = 0; at < 40; at++) {
			await call(server, business(`large-${at}`, { text: `${at}${large}` }));
			// What the workflow got is n8n's, and not the trigger's.
			server.started.length = 0;
		}
		const grown = heap() - before;

		expect(grown).toBeLessThan(6_000_000);
	});
});
