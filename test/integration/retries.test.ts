import { setTimeout as sleep } from 'node:timers/promises';

import type { INode, INodeParameters } from 'n8n-workflow';

import { eventually } from '../support/eventually';
import { gate } from '../support/gate';
import { Execution, runNode, type Finished, type Setting } from '../support/harness';
import { nodeAt } from '../support/login';
import { keepMarks, type Marks } from '../support/marks';
import { acceptedBy, destinationOf, numberOf, people, probing } from '../support/probing';
import { SAYS } from '../support/words';
import { useService } from '../support/useService';

const all = people(10).map(({ to }) => to);

const KEYED: INodeParameters = { sendOnceKey: '={{ $json.to }}' };

let workflows = 0;

describe('Retry of an execution', () => {
	const service = useService();
	const destinations = () => service.accepted().map(destinationOf).sort();
	let marks: Marks;

	beforeEach(async () => {
		marks = await keepMarks();
		service.answer = acceptedBy;
	});
	afterEach(() => {
		jest.restoreAllMocks();
	});

	const setting = (options: INodeParameters = {}, settings: Partial<INode> = {}): Setting => ({
		...probing(service, people(10), { options, settings }),
		workflowId: `retried ${++workflows}`,
	});

	/** The seventh message is refused once: some of the others are accepted, some never leave. */
	const refuseOnce = () => {
		let isRefused = false;
		const { answer } = service;
		service.answer = (seen, count) => {
			if (destinationOf(seen) !== numberOf(6) || isRefused) return answer(seen, count);
			isRefused = true;
			return { status: 400, json: { error: true, message: 'not today' } };
		};
	};

	/** n8n crashes as a message is on its way: its data is gone, and its database keeps the marks. */
	const crashed = async (execution: Execution, after = 4) => {
		const held = gate();
		const { answer } = service;
		const reached = gate();
		service.answer = async (seen, count) => {
			if (count === after) reached.open();
			const own = await answer(seen, count);
			return count < after ? own : { ...own, after: held.opened };
		};
		let cancel: () => void = () => undefined;
		const running = execution.run((stop) => (cancel = stop));
		await reached.opened;
		cancel();
		held.open();
		await running;
		service.answer = answer;
	};

	const uncertain = ({ outputs }: Finished) =>
		outputs[0]?.filter(({ was_sent }) => was_sent === 'maybe').length ?? 0;

	it('A retry sends what the failed execution had not sent, and outputs the rest as already sent', async () => {
		refuseOnce();
		const execution = new Execution(setting());
		const first = await execution.run();
		const second = await execution.retry(first);
		expect(first.error?.description).toContain('not today');
		expect(second.error).toBeUndefined();
		expect(second.outputs[0]?.map(({ ref_no }) => ref_no)).toEqual(all);
		expect(second.outputs[0]?.[0]).toMatchObject({ sent: false, already_sent: true });
		expect(destinations()).toEqual(all);
	});

	it('A retry after an edit says that messages keep their old text', async () => {
		refuseOnce();
		const execution = new Execution(setting());
		const first = await execution.run();
		// In Retry with the currently saved workflow, n8n puts the node in as it is now.
		const [stopped] = first.run.data.executionData?.nodeExecutionStack ?? [];
		if (stopped) stopped.node.parameters.message = 'another text';
		const { hints } = await execution.retry(first);
		expect(hints).toContainEqual(expect.stringContaining('keep their old text'));
		expect(destinations()).toEqual(all);
	});

	it('Two retries at the same moment and a third send nothing twice', async () => {
		refuseOnce();
		const execution = new Execution(setting());
		const first = await execution.run();
		const retries = await Promise.all([execution.retry(first), execution.retry(first)]);
		const later = await execution.retry(first);
		expect(retries.filter(({ error }) => error === undefined)).toHaveLength(1);
		expect(later.error?.message).toContain(SAYS.uncertain);
		expect(destinations()).toEqual(all);
	});

	it('A retry sends everything if the node had not begun', async () => {
		refuseOnce();
		const first = await new Execution(setting()).run();
		service.journal.length = 0;
		// The node before it has run, and of this one there is nothing: another execution, another token.
		if (first.run.data.executionData) first.run.data.executionData.contextData = {};
		first.run.data.resumeToken = 'of an execution that failed before it came here';
		await new Execution(setting()).retry(first);
		expect(destinations()).toEqual(all);
	});

	it('A retry sends nothing if n8n gives the execution no token', async () => {
		refuseOnce();
		const first = await new Execution(setting()).run();
		service.journal.length = 0;
		if (first.run.data.executionData) first.run.data.executionData.contextData = {};
		Reflect.deleteProperty(first.run.data, 'resumeToken');
		const { error } = await new Execution(setting()).retry(first);
		expect(error?.message).toContain('It may have been sent');
		expect(service.journal).toEqual([]);
	});

	it('Two executions of the same millisecond are told apart', async () => {
		refuseOnce();
		const execution = new Execution(setting());
		const first = await execution.run();
		service.journal.length = 0;
		for (const token of ['of one', 'of another']) {
			// Neither had come to the node when it failed.
			const { executionData } = first.run.data;
			if (!executionData) throw new Error('n8n kept no data');
			executionData.contextData = {};
			executionData.runtimeData = {
				version: 1,
				establishedAt: 1_700_000_000_000,
				source: 'webhook',
			};
			first.run.data.resumeToken = token;
			const { error } = await execution.retry(first);
			expect(error).toBeUndefined();
		}
		expect(destinations()).toEqual([...all, ...all].sort());
	});

	it('A retry after a crash without a note names all and sends nothing', async () => {
		const execution = new Execution(setting({}, { onError: 'continueRegularOutput' }));
		await crashed(execution);
		const before = destinations();
		const retried = await execution.retryFromStart();
		expect(uncertain(retried)).toBe(10);
		expect(retried.outputs[0]?.[0]?.error).toContain('was interrupted');
		expect(destinations()).toEqual(before);
	});

	it('A retry after a crash finishes a list with Send Once Keys', async () => {
		const given = setting(KEYED, { onError: 'continueRegularOutput' });
		given.items = people(300);
		const execution = new Execution(given);
		await crashed(execution, 60);
		const before = destinations().length;
		const retried = await execution.retryFromStart();
		const sent = destinations();
		expect(sent.length).toBeGreaterThan(before);
		expect(new Set(sent).size).toBe(sent.length);
		expect(uncertain(retried)).toBeLessThanOrEqual(150);
		expect(sent.length + uncertain(retried)).toBeGreaterThanOrEqual(300);
	});

	it('A retry after a crash sends nothing if keys were added meanwhile', async () => {
		const execution = new Execution(setting({}, { onError: 'continueRegularOutput' }));
		await crashed(execution);
		const before = destinations();
		for (const time of [1, 2]) {
			const retried = await execution.retryFromStart(KEYED);
			expect([time, uncertain(retried)]).toEqual([time, 10]);
			expect(retried.outputs[0]?.[0]?.error).toContain(
				'is not known to have had this Send Once Key or Campaign',
			);
		}
		expect(destinations()).toEqual(before);
	});

	it('A retry names all if this version cannot read the note', async () => {
		refuseOnce();
		const execution = new Execution(setting());
		const first = await execution.run();
		const before = destinations();
		const kept = first.run.data.executionData?.contextData['node:Messaging Service'];
		Object.assign(kept ?? {}, { messagingServiceNote: { version: 99 } });
		const retried = await execution.retry(first);
		expect(retried.error?.message).toContain('cannot read');
		expect(destinations()).toEqual(before);
	});

	describe('Send Once Key', () => {
		it('A message that another execution has sent is not sent again', async () => {
			const keyed = setting(KEYED);
			await new Execution(keyed).run();
			const second = await new Execution(keyed).run();
			expect(destinations()).toEqual(all);
			expect(second.outputs[0]?.[3]).toEqual({
				ref_no: null,
				status: 'accepted',
				sent: false,
				already_sent: true,
				send_once_key: numberOf(3),
				destination: numberOf(3),
			});
		});

		it('Only a message that is sent is said to be sent all the same', async () => {
			const parameters = {
				resource: 'sms',
				operation: 'send',
				destination: '62211234567',
				message: 'Hi',
			};
			const options = { sendOnceKey: 'one' };
			const workflowId = `retried ${++workflows}`;
			service.answer = () => ({ json: { results: [{ status: '0', messageid: '1' }] } });
			const keyed = nodeAt(service.url, { ...parameters, options }, { workflowId });
			const { hints } = await new Execution(keyed).run();
			expect(hints).toEqual([expect.stringContaining('It is sent all the same')]);
			expect((await new Execution(keyed).run()).hints).toEqual([
				'Already sent before, so not sent now: 1 of 1 items.',
			]);
		});

		it('Keys that differ in case are two keys', async () => {
			const { outputs } = await runNode(
				setting({ sendOnceKey: '={{ $itemIndex % 2 ? "Order A" : "order a" }}' }),
			);
			expect(service.accepted()).toHaveLength(2);
			expect(outputs[0]?.filter((one) => one.already_sent === true)).toHaveLength(8);
		});

		it('The first of two items with the same key is sent', async () => {
			const { outputs, hints } = await runNode(setting({ sendOnceKey: 'the same' }));
			expect(service.accepted()).toHaveLength(1);
			expect(hints.join()).not.toContain('Already sent before');
			expect(outputs[0]?.slice(1).every((one) => one.already_sent === true)).toBe(true);
		});

		it('An item with the key of an earlier one fails like it, and does not pass for sent', async () => {
			service.answer = () => ({ status: 400, json: { error: true, message: 'not today' } });
			const same = setting({ sendOnceKey: 'the same' }, { onError: 'continueRegularOutput' });
			const [first, ...others] = (await runNode(same)).outputs[0] ?? [];
			expect(service.journal).toHaveLength(1);
			expect(first?.error).toContain('not today');
			expect(others).toHaveLength(9);
			for (const { error, was_sent: wasSent } of others) {
				expect(wasSent).toBe('no');
				expect(error).toContain('is the same message, and it failed');
			}
		});

		it('The keys of messages that a stopped batch did not send are free again', async () => {
			refuseOnce();
			const keyed = { ...setting(KEYED), items: people(60) };
			expect((await new Execution(keyed).run()).error).toBeDefined();
			expect((await new Execution(keyed).run()).error).toBeUndefined();
			expect(destinations()).toHaveLength(60);
		});

		it('Validate Only uses no key, and does not write to n8n’s database', async () => {
			const looked = setting({ ...KEYED, validateOnly: true });
			const { length } = marks.writes;
			await new Execution(looked).run();
			expect(marks.writes).toHaveLength(length);
			const keyed = { ...looked, parameters: { ...looked.parameters, options: KEYED } };
			await new Execution(keyed).run();
			expect(destinations()).toEqual(all);
		});

		it('An empty key is refused', async () => {
			const { error } = await runNode(setting({ sendOnceKey: '={{ $json.none }}' }));
			expect(service.journal).toHaveLength(0);
			expect(error?.message).toContain('Send Once Key is empty');
		});

		it.each([
			['={{ $json }}', 'must be text, and is an object'],
			['={{ NaN }}', 'holds “NaN”'],
			['={{ "order-" + $json.none }}', 'holds “undefined”'],
			['={{ "order null" }}', 'holds “null”'],
			['=order-{{ $json.none }}', 'holds “{{ $json.none }}”, which has no value'],
			['={{ $json.to }}-{{ $json.none }}', 'holds “{{ $json.none }}”, which has no value'],
			['={{ "order " + $json }}', 'holds “[object Object]”'],
		])('A key that many messages would share is refused: %s', async (sendOnceKey, words) => {
			const { error } = await runNode(setting({ sendOnceKey }));
			expect(service.journal).toHaveLength(0);
			expect(`${error?.message} ${error?.description}`).toContain(words);
		});

		it('A number is a key, and so are a word that only contains null and a text with expressions', async () => {
			await runNode(setting({ sendOnceKey: '={{ Number($json.to) }}' }));
			await runNode(setting({ sendOnceKey: '={{ "annulled nullable " + $json.to }}' }));
			await runNode(setting({ sendOnceKey: '=order {{ 0 }}\n{{ $json.to }}' }));
			expect(service.accepted()).toHaveLength(30);
		});
	});

	it('Nothing is sent while n8n’s database takes no notes', async () => {
		const broken = jest.spyOn(marks, 'checkProcessedAndRecord');
		broken.mockRejectedValue(new Error('the connection broke'));
		const { error } = await runNode(setting());
		expect(service.journal).toHaveLength(0);
		expect(error?.message).toContain('n8n’s database did not store the note');
	});

	it('A node run ends only when the keys of what was not sent are free again', async () => {
		const removal = gate();
		const slow = jest.spyOn(marks, 'removeProcessed').mockReturnValue(removal.opened);
		service.answer = () => ({ status: 400, json: { error: true, message: 'not today' } });
		let isOver = false;
		const running = runNode(setting(KEYED)).finally(() => (isOver = true));
		await eventually(() => {
			expect(slow).toHaveBeenCalled();
		});
		await sleep(50);
		const wasOver = isOver;
		removal.open();
		await running;

		expect(wasOver).toBe(false);
	});

	it('A first execution without keys writes one row', async () => {
		const workflowId = 'executed once';
		await runNode({ ...setting(), workflowId });
		expect(marks.writes.filter((one) => one === workflowId)).toHaveLength(1);
	});
});
