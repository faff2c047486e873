import { setTimeout as sleep } from 'node:timers/promises';

import { until } from '../../n8n/api';
import { withNodes } from '../../n8n/editedExample';
import type { Example } from '../../n8n/playground';
import { linkIn, postAnswer, waitingExecution } from '../support/questions';
import { useN8n } from '../useN8n';
import { SENDER, useExamples } from './useExamples';

/** Jest's own have no type. */
const containing = (words: string): unknown => expect.stringContaining(words);

/** The first two questions wait for seconds instead of an hour. */
const impatient = (example: Example): Example =>
	withNodes(
		example,
		Object.fromEntries(
			['Ask', 'Ask again'].map((name) => [
				name,
				{
					options: {
						limitWaitTime: {
							values: {
								limitType: 'atSpecifiedTime',
								maxDateAndTime: '={{ $now.plus(6000).toISO() }}',
							},
						},
					},
				},
			]),
		),
	);

describe('Examples of conversations', () => {
	const testbed = useN8n();
	const { workflow, messagesTo, write, run, startedBy, rowsOf, register } = useExamples(
		testbed,
		['answer-once', 'honor-stop', 'hand-over-to-a-person', 'remind'],
		{ edited: { remind: impatient } },
	);

	describe('answer once', () => {
		it('Three messages in a row get one answer', async () => {
			const from = '6281234567051';
			const texts = ['Hi', 'I ordered a lamp', 'where is it?'];
			await register('unofficialInbox', 'answer-once');

			const executions = await startedBy('answer-once', async () => {
				const all = [];
				for (const text of texts) {
					all.push(write(from, text));
					await sleep(300);
				}
				await Promise.all(all);
			});

			expect(executions).toHaveLength(1);
			expect(executions[0]?.output('Message arrived')).toMatchObject([{ message_count: 3 }]);
			const answers = await messagesTo(from);
			expect(answers).toMatchObject([{ from: SENDER }]);
			expect(texts.filter((text) => !answers[0]?.text.includes(text))).toEqual([]);
		});
	});

	describe('honor STOP', () => {
		const name = 'honor-stop';
		const budi = '6281234567062';

		const says = async (text: string) => {
			await startedBy(name, () => write(budi, text, 'official'));
		};
		const listed = async () => (await rowsOf('opted_out')).map(({ number }) => number);

		it('A person who said STOP is left out until START, and each is confirmed once', async () => {
			await register('officialInbox', name);

			for (const text of ['Hello', 'Stop!', 'berhenti']) await says(text);
			expect(await listed()).toEqual([budi]);
			const first = await run(name);
			await says('START');

			expect(await listed()).toEqual([]);
			expect(first.error).toBeUndefined();
			expect(first.output('Count')).toEqual([{ sent: 2, left_out: 1 }]);
			expect(await messagesTo(budi)).toMatchObject([
				{ text: containing('You get no more messages') },
				{ text: containing('Welcome back') },
			]);
		});

		it('The others get nothing twice if the workflow is run again', async () => {
			const again = await run(name);

			expect(again.output('Count')).toEqual([{ sent: 1, left_out: 0 }]);
			expect(await messagesTo('6281234567063')).toHaveLength(1);
			expect(await messagesTo(budi)).toHaveLength(3);
		});
	});

	describe('hand over to a person', () => {
		const name = 'hand-over-to-a-person';
		const customer = '6281234567058';
		const colleague = '6281234567057';

		it('The agent is silent until the colleague is done', async () => {
			await register('unofficialInbox', name);
			const says = (from: string, text: string) => startedBy(name, () => write(from, text));

			await says(customer, 'I want to talk to a person');
			const [told] = await messagesTo(colleague);
			await says(customer, 'Hello?');
			const whileSilent = await messagesTo(customer);
			await says(colleague, `Done ${customer}`);
			await says(customer, 'Thank you');

			expect(told?.text).toContain(`done ${customer}`);
			expect(whileSilent).toHaveLength(1);
			expect(await messagesTo(customer)).toHaveLength(2);
		});
	});

	describe('remind', () => {
		const first = '6281234567055';
		const second = '6281234567056';

		it('The first person is asked twice, and then somebody else, whose answer counts', async () => {
			const id = await testbed.api.run(workflow('remind'), 'Start by hand');
			const [question] = await until('the second person to be asked', async () => {
				const messages = await messagesTo(second);
				return messages.length > 0 ? messages : undefined;
			});

			await waitingExecution(testbed.api, id);
			await postAnswer(linkIn(question?.text), { approved: 'true' });

			expect((await testbed.api.finished(id)).output('Answer')).toEqual([
				{ answer: 'yes', asked: second },
			]);
			expect(await messagesTo(first)).toMatchObject([
				{ text: containing('The printer') },
				{ text: containing('Reminder: The printer') },
			]);
		});
	});
});
