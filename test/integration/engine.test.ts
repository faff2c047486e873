import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { accepted } from '../support/accepted';
import { eventually } from '../support/eventually';
import { gate } from '../support/gate';
import { Execution, runNode, type Finished, type Setting } from '../support/harness';
import {
	KEY,
	acceptedBy,
	answerTo,
	destinationOf,
	numberOf,
	people,
	probing,
} from '../support/probing';
import { startService, type Service } from '../support/service';
import { useService } from '../support/useService';
import { SAYS } from '../support/words';

/** A body that ends only when nobody reads on. */
function* endless(): Generator<Buffer> {
	for (;;) yield Buffer.alloc(65_536, ' ');
}

const destinations = (service: Service) => service.accepted().map(destinationOf);

describe('Engine', () => {
	const service = useService();

	/** What the node wrote into the log of n8n. */
	let logged: string[] = [];

	beforeEach(() => {
		service.answer = acceptedBy;
		logged = [];
		jest.spyOn(Container.get(Logger), 'info').mockImplementation((text) => void logged.push(text));
	});

	afterEach(() => {
		jest.restoreAllMocks();
	});

	const setting = (
		items: IDataObject[],
		settings: Partial<INode> = {},
		options: INodeParameters = {},
	): Setting => probing(service, items, { settings, options });

	const withCredential = (one: Setting, more: IDataObject): Setting => ({
		...one,
		credentials: {
			messagingServiceApi: { ...one.credentials.messagingServiceApi, ...(more as object) },
		},
	});

	const listing = (options: INodeParameters = {}) =>
		probing(service, [{}], { options, parameters: { operation: 'list' } });

	const atRate = (one: Setting, requestsPerSecond: number) =>
		withCredential(one, { requestsPerSecond });

	/** Cancels the execution when so many requests have arrived. */
	const cancelAfter = (requests: number) => (cancel: () => void) => {
		const { answer } = service;
		service.answer = (seen, count) => {
			if (count === requests) cancel();
			return answer(seen, count);
		};
	};

	/** Other items with the same key: were there more to come of an earlier run, it would be sent in turn with these. */
	const expectNothingMore = async (earlier: Setting) => {
		const before = service.journal.length;
		const others = 20;
		service.answer = acceptedBy;
		const { error } = await runNode({ ...earlier, items: people(others) });
		expect(error).toBeUndefined();
		expect(service.journal).toHaveLength(before + others);
	};

	/** Resolves when a connection that is begun from now on could not be made. */
	const connectionFailed = async () => {
		const failed = gate();
		const watch = (message: unknown) => {
			(message as { socket: Socket }).socket.once('error', () => {
				failed.open();
			});
		};
		subscribe('net.client.socket', watch);
		await failed.opened;
		unsubscribe('net.client.socket', watch);
	};

	const sentTo = (to: IDataObject[string]) =>
		accepted({
			ref_no: to,
			destination: to,
			text: `hello ${typeof to === 'string' ? Number(to.slice(-4)) : ''}`,
		});

	const textOf = ({ error }: Finished) => `${error?.message ?? ''} ${error?.description ?? ''}`;

	it('A repeated key for somebody else does not say that he got the message', async () => {
		service.answer = acceptedBy;
		const options = { sendOnceKey: '={{ "the order" }}' };
		const { outputs } = await runNode(setting(people(2), {}, options));
		expect(service.journal).toHaveLength(1);
		expect(outputs[0]?.[1]).toMatchObject({ sent: false, already_sent: true });
		expect(outputs[0]?.[1]).not.toHaveProperty('destination');
	});

	it('Results come out in the order of the items, each paired with its item', async () => {
		service.answer = (seen, count) => ({ delayMs: (7 - (count % 7)) * 5, ...acceptedBy(seen) });
		const { outputs, items, error } = await runNode(setting(people(40)));
		expect(error).toBeUndefined();
		expect(outputs[0]).toEqual(people(40).map(({ to }) => sentTo(to)));
		expect(items[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
			people(40).map((_, item) => ({ item })),
		);
		const json = 'application/json';
		expect(service.journal[0]).toMatchObject({
			method: 'POST',
			path: '/svc_api/1.0/probe',
			headers: { apikey: KEY, accept: json, 'content-type': json },
		});
	});

	it('A field that was left empty is left out of the request', async () => {
		await runNode(setting([{ to: numberOf(1), text: '' }]));
		expect(service.journal[0]?.body).toBe(JSON.stringify({ destination: numberOf(1) }));
	});

	it('A Request Timeout may be a fraction of a millisecond', async () => {
		const { error } = await runNode(setting(people(1), {}, { requestTimeout: 64.1 }));
		expect(error).toBeUndefined();
	});

	it.each([0, -5, 'slow'])(
		'A rate of %j stops the run instead of sending at full speed',
		async (rate) => {
			const wrong = withCredential(setting(people(1)), { requestsPerSecond: rate });
			const { error } = await runNode(wrong);
			expect(error?.message).toContain('Requests per Second');
			expect(service.journal).toHaveLength(0);
		},
	);

	describe('Wrong items', () => {
		const withWrong = (at: number, count: number) =>
			people(count).map((person, item) => (item === at ? { ...person, to: '0812' } : person));

		const WRONG = {
			to: '0812',
			text: 'hello 1',
			error: 'Destination must be an international number',
			error_advice:
				'Nothing was sent for this item. Correct it, then run again with this item alone.',
			error_code: null,
			was_sent: 'no',
			destination: '0812',
		};

		it('A wrong item stops all with On Error: Stop, and is named with its field and what to do', async () => {
			const result = await runNode(setting(withWrong(72, 100)));
			expect(service.journal).toHaveLength(0);
			expect(result.error?.message).toBe('Destination must be an international number');
			expect(result.error?.description).toMatch(/^Item 73 of 100\. /);
			expect(result.error?.description).toContain('nothing was sent');
			// n8n would add its own number, counted from 0.
			expect(result.error?.context?.itemIndex).toBeUndefined();
		});

		const [first, third] = [numberOf(0), numberOf(2)].map(sentTo);

		it.each([
			['continueRegularOutput', [[first, WRONG, third]]],
			['continueErrorOutput', [[first, third], [WRONG]]],
		] as const)(
			'A wrong item comes out as an error, the others are sent: %s',
			async (onError, all) => {
				const { outputs } = await runNode(setting(withWrong(1, 3), { onError }));
				expect(destinations(service).sort()).toEqual([numberOf(0), numberOf(2)]);
				expect(outputs).toEqual(all);
			},
		);

		it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
			'No item passes for sent if the credential cannot be used, with %s',
			async (onError) => {
				const broken = setting(people(2), { onError });
				const { items } = await runNode(withCredential(broken, { baseUrl: 'ftp://nowhere' }));
				const failed = items.flat();
				expect(failed).toHaveLength(2);
				for (const { json } of failed) {
					expect(json.error).toMatch(/^The credential cannot be used: .*Base URL/);
					expect(json.error_advice).toContain('Nothing was sent');
				}
				expect(service.journal).toEqual([]);
			},
		);

		it('An item that cannot be written as JSON is sent', async () => {
			const holdsItself: IDataObject = { to: numberOf(1), text: 'a' };
			holdsItself.itself = holdsItself;
			const { error } = await runNode(setting([holdsItself]));
			expect(error).toBeUndefined();
			expect(service.accepted()).toHaveLength(1);
		});
	});

	describe('Retry On Fail', () => {
		const retrying = { retryOnFail: true, maxTries: 5, waitBetweenTries: 1 };

		it('Nothing is sent twice if a response has a field named error', async () => {
			for (const error of ['', null, false]) {
				answerTo(service, (to) => ({ json: { error: false, data: { ref_no: to, error } } }));
				service.journal.length = 0;
				await runNode(setting(people(2), retrying));
				expect(service.accepted()).toHaveLength(2);
			}
		});
	});

	describe('A batch that stops', () => {
		it('A failure starts nothing new, and the error counts what was accepted', async () => {
			service.latencyMs = 40;
			service.answer = (seen) =>
				destinationOf(seen) === numberOf(10)
					? { status: 400, json: { error: true, message: 'no such number' } }
					: { delayMs: 60, ...acceptedBy(seen) };
			const slow = atRate(setting(people(200)), 200);
			const result = await runNode(slow);
			const sent = service.journal.length;
			expect(sent).toBeLessThan(200);
			await expectNothingMore(slow);
			expect(result.error?.description).toContain('Item 11 of 200. ');
			expect(result.error?.description).toContain('no such number');
			expect(result.error?.description).toContain(
				`${sent - 1} were accepted, ${200 - sent + 1} were not sent`,
			);
		});

		it('The error names what stopped the batch, and not what would have been tried again', async () => {
			answerTo(service, (to) => {
				if (to === numberOf(5)) return { status: 429, delayMs: 150, json: {} };
				if (to !== numberOf(9)) return undefined;
				return { status: 400, json: { error: true, message: 'no such number' } };
			});
			const slow = atRate(setting(people(100)), 200);
			const { error } = await runNode(slow);
			expect(error?.description).toContain('Item 10 of 100. ');
			expect(error?.description).toContain('no such number');
		});

		it('A cancelled batch finishes what is under way and starts nothing new', async () => {
			service.latencyMs = 50;
			const slow = atRate(setting(people(200)), 100);
			await new Execution(slow).run(cancelAfter(10));
			await eventually(() => {
				expect(logged.join('\n')).toContain('The execution was cancelled');
			});
			const sent = service.journal.length;
			expect(sent).toBeGreaterThanOrEqual(10);
			expect(sent).toBeLessThan(200);
			expect(service.accepted()).toHaveLength(sent);
			expect(logged.join('\n')).toContain(`${sent} were accepted, ${200 - sent} were not sent`);
			expect(service.journal.filter(({ brokenOff }) => brokenOff)).toEqual([]);
			await expectNothingMore(slow);
		});
	});

	describe('Repeats within a run', () => {
		it('Retry-After of a 429 is waited for, and the message is sent', async () => {
			let refusals = 0;
			answerTo(service, (to) =>
				to === numberOf(1) && ++refusals === 1
					? { status: 429, headers: { 'retry-after': '1' }, json: { error: true } }
					: undefined,
			);
			const { outputs, error } = await runNode(setting(people(3)));
			expect(error).toBeUndefined();
			expect(outputs[0]).toEqual(people(3).map(({ to }) => sentTo(to)));
			const [first, second] = service.journal.filter(({ body }) => body.includes(numberOf(1)));
			expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1000);
		});

		it('A refused connection is tried again', async () => {
			const gone = await startService();
			const nowhere = withCredential(setting(people(1)), { baseUrl: gone.url });
			await gone.stop();
			const refused = connectionFailed();
			const running = runNode(nowhere);
			await refused;
			const back = await startService(Number(new URL(gone.url).port));
			back.answer = service.answer;
			const { error, outputs } = await running;
			await back.stop();
			expect(error).toBeUndefined();
			expect(outputs[0]).toEqual([sentTo(numberOf(0))]);
		});

		it.each([
			['a server error', { status: 502, text: '<html><body>Bad Gateway</body></html>' }],
			['a connection that breaks before the answer', { drop: 'after' as const }],
			['an answer that is cut off', { headers: { 'content-length': '500' }, stallAfter: 10 }],
		])('A send is never repeated after %s, and counts as uncertain', async (_, answer) => {
			service.answer = () => answer;
			const result = await runNode(setting(people(1), {}, { requestTimeout: 1 }));
			expect(service.journal).toHaveLength(1);
			expect(textOf(result)).toContain(SAYS.uncertain);
			expect(textOf(result)).toContain('check with the recipient');
		});

		it('A response without an end is left, its connection closed, and a read of it not repeated', async () => {
			service.answer = () => ({ pieces: endless() });
			expect(textOf(await runNode(setting(people(1))))).toMatch(
				/^The service’s answer is too long and was not read.*It may have been sent/,
			);
			await eventually(() => {
				expect(service.journal[0]?.brokenOff).toBe(true);
			});
			expect(textOf(await runNode(listing()))).toMatch(/^The service’s answer is too long/);
			expect(service.journal).toHaveLength(2);
		});
	});

	describe('Limits of the service', () => {
		it('The limit of a channel is kept, and other channels pass meanwhile', async () => {
			const items = people(8).map((person, at) => ({
				...person,
				channel: at < 5 ? 'slow' : 'other',
			}));
			await runNode(setting(items));
			const order = service.journal.map((seen) => Number(destinationOf(seen).slice(-4)));
			// Side by side, one may overtake another on its way.
			expect(order.slice(0, 6).sort()).toEqual([0, 1, 2, 5, 6, 7]);
			expect(order.slice(6).sort()).toEqual([3, 4]);
		});
	});

	it('XML is asked for, and gives the same output as JSON', async () => {
		service.answer = () => ({
			headers: { 'content-type': 'application/xml' },
			text: '<reply><error>false</error><data><item><id>1</id></item><item><id>2</id></item></data></reply>',
		});
		const { outputs } = await runNode(listing({ responseFormat: 'xml' }));
		expect(outputs[0]).toEqual([{ id: 1 }, { id: 2 }]);
		expect(service.journal[0]?.headers.accept).toBe('application/xml');
	});
});
