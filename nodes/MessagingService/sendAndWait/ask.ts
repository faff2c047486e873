import { NodeOperationError, WAIT_INDEFINITELY } from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';

import { idOfAnswer } from '../../answerButton';
import { hasSignedLinks, placeOfRun, runQuestion } from '../engine';
import type { Resource } from '../engine/operation';
import { waitIn, type Links, type WaitLimit } from '../operations/question';
import { keep, readKept, newNonce, type Kept } from './kept';

/** n8n has signed the parameters of these links, so nobody can change them. */
function linksWith(context: IExecuteFunctions, nonce: string): Links {
	// In the order in which answerButton reads them.
	const button = (approved: string) => idOfAnswer(context.getSignedResumeUrl({ approved, nonce }));
	return {
		page: context.getSignedResumeUrl({ nonce }),
		approve: button('true'),
		decline: button('false'),
	};
}

const endOf = (limit: WaitLimit): number | null => {
	if (limit === undefined) return null;
	return 'at' in limit ? limit.at : Date.now() + limit.afterMs;
};

/** If nobody answers in time, n8n outputs the input of this node, which it has stored. An answer replaces it. */
async function waitFor(
	context: IExecuteFunctions,
	{ asked, until }: Pick<Kept, 'asked' | 'until'>,
) {
	const input = context.getInputData().map((item) => ({
		...item,
		json: { ...item.json, data: { outcome: 'no_answer', asked, timed_out: true } },
	}));
	context.getExecuteData().data.main = [input];
	await context.putExecutionToWait(until === null ? WAIT_INDEFINITELY : new Date(until));
	return input;
}

export async function ask(context: IExecuteFunctions, resources: readonly Resource[]) {
	const { execution, run } = placeOfRun(context);
	const before = readKept(context);
	// n8n runs a node again if its first item has an error, so the question may be waiting already. An agent's calls
	// all have run -1, and each of them is new.
	if (before?.execution === execution && before.run === run && run >= 0) {
		return await waitFor(context, before);
	}
	if (!hasSignedLinks(context)) {
		throw new NodeOperationError(context.getNode(), 'This n8n is too old for questions', {
			description: 'They need n8n 2.15 or later, whose links are signed. Update n8n.',
		});
	}
	const nonce = newNonce();
	const { output, input, asked, wasAskedBefore } = await runQuestion(context, resources, {
		links: linksWith(context, nonce),
		timeZone: context.getTimezone(),
		now: Date.now(),
	});
	if (wasAskedBefore) {
		throw new NodeOperationError(
			context.getNode(),
			'The question was asked by the execution that you are retrying, and its link answers only that one',
			{
				description:
					'To ask again, start a new execution. Retry does not send the question a second time.',
			},
		);
	}
	if (input === undefined) return output;
	const { waitLimit, ...question } = waitIn(input);
	const until = endOf(waitLimit);
	keep(context, { nonce, execution, run, question, asked, until });
	return await waitFor(context, { asked, until });
}
