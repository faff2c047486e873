import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { checkItems } from './check';
import { remember } from './memory';
import type { Resource } from './operation';
import {
	failIfWrong,
	failIncomplete,
	outputItems,
	validateOnly,
	warn,
	warnOfAnswers,
} from './output';
import { Pauses } from './pauses';
import { send } from './send';
import { usedKeys } from './usedKeys';

/** Runs all items of a node: check, validate only, warn, remember, send, output. */
export async function run(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[]> {
	const stopOnFailure = !context.continueOnFail();
	const pauses = new Pauses();
	const pause = () => pauses.take();

	const slots = await checkItems(context, resources, pause);
	validateOnly(slots, await usedKeys(context, slots));
	warn(context, slots);

	const memory = await remember(context, slots, pause);
	try {
		if (stopOnFailure) failIfWrong(context, slots);
		await send(context, slots, memory, { stopOnFailure, pause });
		warnOfAnswers(context, slots);

		// A run that was cancelled, or stopped at a failure, leaves items that were never tried.
		const isComplete = slots.every(
			({ output, failure, problems }) => output ?? failure ?? problems,
		);
		const hasFailed = slots.some(({ failure }) => failure !== undefined);
		if (!isComplete || (hasFailed && stopOnFailure)) failIncomplete(context, slots);

		const output = outputItems(context, slots);
		memory.done(output);
		return output;
	} finally {
		await memory.close();
	}
}
