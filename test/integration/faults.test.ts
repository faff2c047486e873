import type { IDataObject, INode } from 'n8n-workflow';

import { seeded } from '../support/fakeClock';
import { Execution, type Finished } from '../support/harness';
import { destinationOf, people, probing } from '../support/probing';
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
});
