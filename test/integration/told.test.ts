import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { gate } from '../support/gate';
import type { Execution, Finished } from '../support/harness';
import { keepMarks, type Marks } from '../support/marks';
import { destinationOf, numberOf, people } from '../support/probing';
import { texts } from '../support/texts';
import { useService } from '../support/useService';

/** What an execution and its Retries tell of their messages is held against what the service accepted. */

const COUNT = 6;
const NUMBERS = Array.from({ length: COUNT }, (_, at) => numberOf(at));
const EACH_ITEM = { onError: 'continueRegularOutput' } as const;
const KEYED = { sendOnceKey: '={{ $json.to }}' };
const NOBODY = { allowedRecipients: '62899999999' };
const REFUSED = { status: 400, json: { error: true, message: 'not today' } };

describe('What is told of messages', () => {
	const service = useService();
	let marks: Marks;

	beforeEach(async () => {
		marks = await keepMarks();
		service.answer = (seen, count) => ({
			json: { error: false, data: { destination: destinationOf(seen), ref_no: `r-${count}` } },
		});
	});
	afterEach(() => {
		jest.restoreAllMocks();
	});

	const sendText = (
		options: INodeParameters = {},
		settings: Partial<INode> = {},
		items = people(COUNT),
	) => texts(service, items, options, { settings });

	const accepted = () => service.accepted().map(destinationOf);
	const itemsOf = ({ outputs }: Finished) => outputs[0] ?? [];
	const wordsOf = ({ error }: Finished) => `${error?.message}. ${error?.description}`;
	const sentBefore = { sent: false, already_sent: true };

	/** The service accepts so many messages, and refuses the next one as long as it is asked. */
	const refuseAfter = (count: number, refused: () => void = () => undefined) => {
		const { answer } = service;
		const others = gate();
		if (count === 0) others.open();
		service.answer = async (seen, nth) => {
			if (destinationOf(seen) !== numberOf(count)) {
				if (accepted().length + 1 === count) others.open();
				return answer(seen, nth);
			}
			await others.opened;
			refused();
			return REFUSED;
		};
		return () => {
			service.answer = answer;
		};
	};

	/** In Retry with the currently saved workflow, n8n puts in the node as it is now. */
	const edit = ({ run }: Finished, parameters: INodeParameters, settings: Partial<INode> = {}) => {
		for (const { node } of run.data.executionData?.nodeExecutionStack ?? []) {
			Object.assign(node, settings, { parameters: { ...node.parameters, ...parameters } });
		}
	};

	/** An execution of which the service has accepted the first messages, and refused one. */
	const failedAfter = async (count: number, options: INodeParameters = {}) => {
		const restore = refuseAfter(count);
		const execution = sendText(options);
		const failed = await execution.run();
		restore();
		const before = accepted();
		expect(before.length).toBeGreaterThanOrEqual(count);
		expect(before.length).toBeLessThan(COUNT);
		return { execution, failed, before };
	};

	/** n8n is killed as the service has accepted all messages. Its data is gone, and its database keeps the marks. */
	const killed = async (execution: Execution) => {
		const { answer } = service;
		const [all, held] = [gate(), gate()];
		service.answer = async (seen, nth) => {
			if (nth === COUNT) all.open();
			return { ...(await answer(seen, nth)), after: held.opened };
		};
		let cancel: () => void = () => undefined;
		const running = execution.run((stop) => (cancel = stop));
		await all.opened;
		cancel();
		held.open();
		await running;
		service.answer = answer;
	};

	describe('Items that no longer pass the check', () => {
		it.each([
			['all items are wrong', NOBODY.allowedRecipients],
			['one that was not sent is wrong', NUMBERS.slice(0, 4).join()],
		])('The error of a Retry says how many were accepted before, if %s', async (_, allowed) => {
			const { execution, failed, before } = await failedAfter(4);
			edit(failed, { options: { allowedRecipients: allowed } });
			const words = wordsOf(await execution.retry(failed));
			expect(words).not.toMatch(/nothing was sent/i);
			expect(words).toMatch(new RegExp(`\\b${before.length}\\b[^.]*\\baccepted`));
			expect(accepted()).toEqual(before);
		});

		const asSent = (before: readonly string[]) =>
			NUMBERS.map((to) => (before.includes(to) ? sentBefore : { was_sent: 'no' }));

		it.each<[string, INodeParameters]>([
			['its recipient is not allowed', { options: NOBODY }],
			['there is no such operation', { operation: 'none' }],
			['its recipient cannot be read', { destination: '={{ $json.none.of }}' }],
			['Test To differs', { options: { testTo: '={{ 62813000000 + $itemIndex }}' } }],
		])(
			'With On Error: Continue, a Retry tells as sent what was accepted, if %s',
			async (_, spoiled) => {
				const { execution, failed, before } = await failedAfter(4);
				edit(failed, spoiled, EACH_ITEM);
				expect(itemsOf(await execution.retry(failed))).toMatchObject(asSent(before));
				expect(accepted()).toEqual(before);
			},
		);

		it('With On Error: Continue, Retry On Fail tells as sent what was accepted, though its item is wrong now', async () => {
			const items = people(COUNT);
			// What the node reads has changed by its second try, as a file that was pruned.
			const spoil = () => {
				for (const item of items) item.to = 'not a number';
			};
			refuseAfter(0, spoil);
			const retrying = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
			const told = itemsOf(await sendText({}, { ...EACH_ITEM, ...retrying }, items).run());
			// The process still knows what it sent, so it tells all of it.
			expect(told).toMatchObject(
				NUMBERS.map((destination, at) =>
					at === 0 ? { was_sent: 'no' } : { status: 'accepted', destination },
				),
			);
			expect(service.journal).toHaveLength(COUNT);
		});

		it('A wrong item whose message may have been sent is told as that', async () => {
			service.answer = () => ({ status: 503, json: {} });
			const execution = sendText({}, {}, people(1));
			const failed = await execution.run();
			edit(failed, { options: NOBODY });
			expect(wordsOf(await execution.retry(failed))).toMatch(/may have been sent/);
			edit(failed, { options: NOBODY }, EACH_ITEM);
			expect(itemsOf(await execution.retry(failed))).toEqual([
				expect.objectContaining({ was_sent: 'maybe' }),
			]);
			expect(service.journal).toHaveLength(1);
		});
	});

	describe('A Retry after a crash', () => {
		const slow = () => {
			const record = marks.checkProcessedAndRecord.bind(marks);
			jest.spyOn(marks, 'checkProcessedAndRecord').mockImplementation(async (...given) => {
				const found = await record(...given);
				await new Promise((resolve) => setTimeout(resolve, 1100));
				return found;
			});
		};
		const away = (name: 'checkProcessedAndRecord' | 'getProcessedDataCount') => () => {
			jest.spyOn(marks, name).mockRejectedValue(new Error('away'));
		};

		/** Items by which somebody would send an accepted message again. */
		const falseOf = (told: IDataObject[]) =>
			told.filter((item) => item.already_sent !== true && item.was_sent !== 'maybe');

		it.each([
			['needs more than a second, without keys', slow, {}],
			['needs more than a second, with keys', slow, KEYED],
			['is away, without keys', away('checkProcessedAndRecord'), {}],
			['is away, with keys', away('checkProcessedAndRecord'), KEYED],
			['does not count, without keys', away('getProcessedDataCount'), {}],
		])('Nothing is told as not sent if n8n’s database %s', async (_, fail, options) => {
			const execution = sendText(options, EACH_ITEM);
			await killed(execution);
			fail();
			expect(falseOf(itemsOf(await execution.retryFromStart()))).toEqual([]);
			expect(accepted()).toHaveLength(COUNT);
		});

		it.each<[string, INodeParameters, INodeParameters]>([
			['Max Messages per Execution was lowered', {}, { mostMessages: 2 }],
			['keys were added meanwhile', {}, KEYED],
			['the keys were changed', KEYED, { sendOnceKey: '={{ "new " + $json.to }}' }],
		])('Nothing is told as not sent, and nothing sent again, if %s', async (...given) => {
			const [, before, options] = given;
			const execution = sendText(before, EACH_ITEM);
			await killed(execution);
			expect(falseOf(itemsOf(await execution.retryFromStart(options)))).toEqual([]);
			expect(accepted()).toHaveLength(COUNT);
		});
	});

	describe('Recipients that were corrected', () => {
		const corrected = (to: string) => to.replace('62812', '62813');
		const CORRECTED = {
			destination: '={{ $json.to.replace("62812", "62813") }}',
			message: '=new {{ $json.text }}',
		};

		it('Nobody is told as served who got nothing', async () => {
			const { execution, failed, before } = await failedAfter(4);
			edit(failed, CORRECTED, EACH_ITEM);
			const told = itemsOf(await execution.retry(failed));
			const ofAnother = {
				was_sent: 'no',
				error: expect.stringContaining('another recipient') as string,
			};
			const wanted = (to: string) =>
				before.includes(to) ? ofAnother : { status: 'accepted', destination: corrected(to) };
			expect(told).toMatchObject(NUMBERS.map(wanted));
			const left = NUMBERS.filter((to) => !before.includes(to)).map((to) => corrected(to));
			expect(accepted().slice(before.length).sort()).toEqual(left);
		});

		it('A message with a key goes by its key', async () => {
			const { execution, failed, before } = await failedAfter(4, KEYED);
			// The key is that of the person, and so a corrected number is a message that was sent.
			edit(failed, CORRECTED, EACH_ITEM);
			const told = itemsOf(await execution.retry(failed));
			const skipped = told.filter(({ already_sent: isSent }) => isSent === true);
			expect(skipped).toMatchObject(before.map(() => sentBefore));
			expect(JSON.stringify(skipped)).not.toContain('62813');
		});

		const REVERSED = `={{ $input.all()[${COUNT - 1} - $itemIndex].json.to }}`;
		it.each([
			['corrected', NUMBERS, { ...CORRECTED, options: KEYED }],
			[
				'put in another order',
				NUMBERS.toReversed(),
				{ destination: REVERSED, options: { sendOnceKey: REVERSED } },
			],
		])('If recipients were %s, a key that was not asked is no “no”', async (_, people, edited) => {
			const { execution, failed, before } = await failedAfter(4, KEYED);
			edit(failed, { ...edited, options: { ...edited.options, mostMessages: 0 } }, EACH_ITEM);
			const told = itemsOf(await execution.retry(failed));
			const asked = told.filter((__, at) => before.includes(people[at] ?? ''));
			expect(asked).toMatchObject(before.map(() => ({ was_sent: 'maybe' })));
			expect(accepted()).toEqual(before);
		});

		it('A message with a new key is sent', async () => {
			const { execution, failed } = await failedAfter(4, KEYED);
			const options = { sendOnceKey: '={{ "new " + $json.to }}' };
			edit(failed, { ...CORRECTED, options }, EACH_ITEM);
			await execution.retry(failed);
			expect(accepted()).toEqual(expect.arrayContaining(NUMBERS.map(corrected)));
			expect(new Set(accepted()).size).toBe(accepted().length);
		});

		it('What was sent is told with the number and the text that were sent, or without them', async () => {
			const { execution, failed, before } = await failedAfter(4);
			edit(failed, { message: '=new {{ $json.text }}' });
			const told = itemsOf(await execution.retry(failed));
			const skipped = told.filter(({ already_sent: isSent }) => isSent === true);
			expect(skipped).toMatchObject(before.map((destination) => ({ ...sentBefore, destination })));
			expect(JSON.stringify(skipped)).not.toContain('new hello');
		});
	});

	/** Two equal items and another were sent, and the last was refused. */
	const failedWithRepeat = async () => {
		const [one = {}, other = {}] = people(COUNT);
		const refused = { to: numberOf(2), text: 'hello' };
		const restore = refuseAfter(2);
		const execution = sendText({}, {}, [one, one, other, refused]);
		const failed = await execution.run();
		restore();
		return { execution, failed };
	};

	it.each<[string, INodeParameters, object]>([
		['differs', { message: '={{ $itemIndex === 0 ? "new" : $json.text }}' }, sentBefore],
		['is wrong', { message: '={{ $itemIndex === 0 ? "" : $json.text }}' }, sentBefore],
		[
			'goes to another number',
			{ destination: `={{ $itemIndex === 0 ? '${numberOf(7)}' : $json.to }}` },
			{ was_sent: 'no' },
		],
	])('A repeat is not sent by a Retry in which the first item %s', async (_, edited, first) => {
		const { execution, failed } = await failedWithRepeat();
		edit(failed, edited, EACH_ITEM);
		const told = itemsOf(await execution.retry(failed));
		expect(told).toMatchObject([first, sentBefore, sentBefore, { status: 'accepted' }]);
		expect(accepted()).toEqual([numberOf(0), numberOf(1), numberOf(2)]);
	});

	it('A repeat that is corrected is sent by a Retry', async () => {
		const { execution, failed } = await failedWithRepeat();
		edit(failed, { destination: `={{ $itemIndex === 1 ? '${numberOf(7)}' : $json.to }}` });
		await execution.retry(failed);
		expect(accepted().sort()).toEqual([0, 1, 2, 7].map(numberOf));
	});

	it.each([408, 500, 599])(
		'After status %i, no word asks for another try of a message that may have been sent',
		async (status) => {
			service.answer = () => ({ status, json: {} });
			const [item] = itemsOf(await sendText({}, EACH_ITEM, people(1)).run());
			expect(item).toMatchObject({ was_sent: 'maybe' });
			expect(JSON.stringify(item)).not.toMatch(
				/try again|run again|send it again (in|later)|retry/i,
			);
		},
	);
});
