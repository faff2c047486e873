import { createServer, type AddressInfo, type Socket } from 'node:net';

import type { IDataObject, INode } from 'n8n-workflow';

import { seeded } from '../support/fakeClock';
import { Execution, runNode, type Finished } from '../support/harness';
import { acceptedBy, destinationOf, people, probing } from '../support/probing';
import type { Answer, Seen } from '../support/service';
import { useService } from '../support/useService';

const ITEMS = 30;
const everybody = people(ITEMS).map(({ to }): IDataObject => ({ to }));

/** What a service may do to a request, and what is known of the message afterwards. */
const FAULTS: Record<
	string,
	{ answer: (to: string) => Answer; fate: 'taken' | 'open' | 'refused' }
> = {
	accepted: { answer: (to) => ({ json: { error: false, data: { ref_no: to } } }), fate: 'taken' },
	limited: { answer: () => ({ status: 429, json: { error: true } }), fate: 'refused' },
	refused: {
		answer: () => ({ status: 400, json: { error: true, message: 'no' } }),
		fate: 'refused',
	},
	invalid: { answer: () => ({ status: 422, json: { detail: [] } }), fate: 'refused' },
	declined: { answer: () => ({ json: { error: true, message: 'no credit' } }), fate: 'refused' },
	broken: { answer: () => ({ status: 502, text: '<html>Bad Gateway</html>' }), fate: 'open' },
	droppedBefore: { answer: () => ({ drop: 'before' }), fate: 'open' },
	droppedAfter: { answer: () => ({ drop: 'after' }), fate: 'open' },
	garbled: { answer: () => ({ text: '{"error":' }), fate: 'open' },
	changed: { answer: () => ({ json: { error: false, data: { reference: 1 } } }), fate: 'open' },
};

const SETTINGS: [string, Partial<INode>][] = [
	['Stop', {}],
	['Continue', { onError: 'continueRegularOutput' }],
	['Continue (Using Error Output)', { onError: 'continueErrorOutput' }],
];

const RETRYING = { retryOnFail: true, maxTries: 4, waitBetweenTries: 1 };

describe('Random faults of the service', () => {
	const service = useService();

	/** The last thing known of each message, and each request that should not have been. */
	const witness = (fateOf: Map<Seen, string>) => {
		const last = new Map<string, string>();
		const wrong: string[] = [];
		for (const seen of service.journal) {
			const to = destinationOf(seen);
			const before = last.get(to);
			if (before === 'taken' || before === 'open') wrong.push(`${to} came again after ${before}`);
			last.set(to, fateOf.get(seen) ?? 'unknown');
		}
		return { last, wrong };
	};

	/** Each request meets a fate drawn for it; a third of the draws are faults. */
	const misbehave = (random: () => number): Map<Seen, string> => {
		const fateOf = new Map<Seen, string>();
		const names = Object.keys(FAULTS);
		service.answer = (seen) => {
			const drawn = names[Math.floor(random() * names.length)] ?? 'accepted';
			const fault = FAULTS[random() < 0.33 ? drawn : 'accepted'] ?? FAULTS.accepted;
			if (!fault) throw new Error('no fault');
			fateOf.set(seen, fault.fate);
			return { delayMs: random() * 8, ...fault.answer(destinationOf(seen)) };
		};
		return fateOf;
	};

	const execution = (settings: Partial<INode>) =>
		new Execution(
			probing(service, everybody, {
				settings,
				// Reads otherwise on each try, as a greeting with the time in it does.
				parameters: { message: '={{ Math.random().toFixed(12) }}' },
				credential: { apiKey: 'key of the faults', requestsPerSecond: 5000 },
			}),
		);

	/** How many messages the node says were taken, may have been sent, and were not sent. */
	const told = ({ error, outputs }: Finished) => {
		if (error) {
			const text = `${error.message} ${error.description ?? ''}`;
			const count = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0);
			const accepted = count(/(\d+) (?:was|were) accepted/);
			const open = count(/(\d+) may have been sent/);
			return { left: accepted + open, unsent: ITEMS - accepted - open };
		}
		const output = outputs.flat();
		const unsent = output.filter((json) => json.was_sent === 'no');
		return { left: output.length - unsent.length, unsent: unsent.length };
	};

	const seeds = [1, 2, 3, 4];
	const cases = SETTINGS.flatMap(([name, settings]) =>
		[false, true].map((retries): [string, boolean, Partial<INode>] => [
			name,
			retries,
			retries ? { ...settings, ...RETRYING } : settings,
		]),
	);

	it.each(cases)(
		'No message leaves twice and each is accounted for, with On Error: %s and Retry On Fail: %s',
		async (name, _retries, settings) => {
			for (const seed of seeds) {
				service.reset();
				const fateOf = misbehave(seeded(seed));
				const result = await execution(settings).run();
				const { last, wrong } = witness(fateOf);
				const left = [...last.values()].filter((fate) => fate !== 'refused').length;
				expect({ seed, name, wrong, ...told(result) }).toEqual({
					seed,
					name,
					wrong: [],
					left,
					unsent: ITEMS - left,
				});
				const taken = [...last].flatMap(([to, fate]) => (fate === 'taken' ? [to] : []));
				const output = result.outputs.flat().flatMap(({ ref_no }) => ref_no ?? []);
				expect(result.error ? taken : output.sort()).toEqual(taken.sort());
			}
		},
		60_000,
	);

	it('A retry after a cancelled execution sends nothing twice, even while requests are under way', async () => {
		for (const seed of seeds) {
			service.reset();
			const random = seeded(seed + 200);
			const fateOf = misbehave(random);
			const subject = execution({});
			const { answer } = service;
			const cancelAt = 1 + Math.floor(random() * ITEMS);
			await subject.run((cancel) => {
				service.answer = (seen, count) => {
					if (count === cancelAt) cancel();
					return answer(seen, count);
				};
			});
			const retried = await subject.retryFromStart();
			const { wrong } = witness(fateOf);
			expect({ seed, wrong, left: told(retried).left }).toEqual({ seed, wrong: [], left: ITEMS });
		}
	});

	it('A retry sends each message that had not left, and none that may have', async () => {
		for (const seed of seeds) {
			service.reset();
			const fateOf = misbehave(seeded(seed + 100));
			const subject = execution({});
			const first = await subject.run();
			const before = witness(fateOf).last;
			service.answer = (seen) => {
				fateOf.set(seen, 'taken');
				return acceptedBy(seen);
			};
			await subject.retry(first);
			const { last, wrong } = witness(fateOf);
			expect({ seed, wrong }).toEqual({ seed, wrong: [] });
			const open = [...before].flatMap(([to, fate]) => (fate === 'open' ? [to] : []));
			const taken = [...last].flatMap(([to, fate]) => (fate === 'taken' ? [to] : []));
			expect([...taken, ...open].sort()).toEqual(everybody.map(({ to }) => to).sort());
		}
	});
});

/** Starts a host that accepts connections and calls `meets` with each socket. */
async function hostThat(meets: (socket: Socket) => void) {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on('error', () => undefined);
		meets(socket);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `https://127.0.0.1:${port}`,
		connections: () => sockets.size,
		stop: async () => {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

describe('A connection that cannot be made', () => {
	it.each<[string, (socket: Socket) => void, string, number]>([
		[
			'if the connection is reset before it is secure',
			(socket) => socket.once('data', () => socket.resetAndDestroy()),
			'No secure connection to the service could be made (ECONNRESET)',
			5,
		],
		[
			'if the host does not speak TLS',
			(socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
			'No secure connection to the service could be made (EPROTO)',
			1,
		],
		[
			'if the host stays silent before the connection is secure',
			() => undefined,
			'The service could not be reached in time',
			1,
		],
	])('A message counts as not sent %s', async (_, meets, error, tries) => {
		const host = await hostThat(meets);
		const { outputs } = await runNode(
			probing(host, [{ to: '6281200001' }], {
				settings: { onError: 'continueRegularOutput' },
				options: { requestTimeout: 1 },
			}),
		);
		const connections = host.connections();
		await host.stop();
		expect({ connections, output: outputs[0] }).toMatchObject({
			connections: tries,
			output: [{ error, error_advice: expect.stringMatching(/^Nothing was sent/) as string }],
		});
	});
});
