import type { INode, INodeParameters } from 'n8n-workflow';

import { Execution, runNode, type Setting } from '../support/harness';
import { nodeAt } from '../support/login';
import { keepMarks, type Marks } from '../support/marks';
import { acceptedBy, destinationOf, numberOf, people, probing } from '../support/probing';
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
				'Already sent before, so not sent now. To keep the rows that you saved, add a Filter on {{ $json.sent !== false }} after this node.',
			]);
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
			await new Execution(looked).run();
			expect(marks.writes).not.toContain(looked.workflowId);
			const keyed = { ...looked, parameters: { ...looked.parameters, options: KEYED } };
			await new Execution(keyed).run();
			expect(destinations()).toEqual(all);
		});

		it.each([
			['={{ $json }}', 'must be text, and is an object'],
			['={{ $json.none }}', 'Send Once Key is empty'],
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

	it('A first execution without keys writes one row', async () => {
		const workflowId = 'executed once';
		await runNode({ ...setting(), workflowId });
		expect(marks.writes.filter((one) => one === workflowId)).toHaveLength(1);
	});
});
