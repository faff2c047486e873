import { setTimeout as sleep } from 'node:timers/promises';

import { namedByExecution, union } from '../frame/told';
import { pressRetry } from './retry';
import type { Credentials } from './credentials';
import { raiseTimeout } from './edit';
import { ended, idsOf, started } from './executions';
import type { Ground } from './ground';
import { verdictOn } from './judge';
import type { Run } from './plan';
import type { Row } from './results';
import type { Witness } from './witness';
import { createWorkflows, RAISED_TIMEOUT_S, roundOf, SEND, type Workflows } from './workflow';

/** One run: a batch begins, n8n is struck and comes back, a person does something, and the witness is asked. */

const REQUESTS_WITHIN_MS = 240_000;
/** What had left when the process died may arrive a moment later. */
const ON_THE_WAY_MS = 1000;

interface Scene {
	ground: Ground;
	witness: Witness;
	run: Run;
	workflows: Workflows;
}

export async function runOne(
	ground: Ground,
	witness: Witness,
	run: Run,
	credentials: Credentials,
): Promise<Omit<Row, 'build'>> {
	const from = performance.now();
	await witness.begin(run);
	const workflows = await createWorkflows(ground.api, run, credentials(run.requestsPerSecond));
	const scene = { ground, witness, run, workflows };
	const accepted = () => witness.seen(run).times.size;

	const execution = await started(ground, workflows, run);
	await witness.untilRequests(run.killAfterRequests, REQUESTS_WITHIN_MS);
	await sleep(run.killPlusMs);
	await ground.strike(run, execution);
	const [atKill] = await Promise.all([sleep(ON_THE_WAY_MS).then(accepted), ground.restore()]);
	const endedAs = await ended(ground, witness, workflows.outer, execution);
	const byItself = accepted() - atKill;

	const before = await idsOf(ground, workflows.sending);
	const done = await after(scene, execution, endedAs);
	const ids = await idsOf(ground, workflows.sending);
	const told = await Promise.all(
		ids.map(async (id) => ({
			id,
			...(await namedByExecution(ground.api, id, SEND, roundOf(run))),
		})),
	);
	const anew = told.filter(({ id }) => !before.includes(id));
	const ran = endedAs === 'success' || anew.some(({ runs }) => runs > 0);
	const verdict = verdictOn(run, witness.seen(run), union(told.map((one) => one.told)), {
		ranAgain: ran,
		atKill,
		isForgotten: endedAs === 'crashed',
	});
	return {
		...run,
		atKill,
		endedAs,
		byItself,
		done,
		byRetry: verdict.accepted - atKill - byItself,
		...verdict,
		executions: new Set([...ids, ...(await idsOf(ground, workflows.outer))]).size,
		seconds: Math.round((performance.now() - from) / 1000),
	};
}

/** What a person does then, and what came of each. */
async function after(
	{ ground, witness, run, workflows }: Scene,
	execution: string,
	endedAs: string,
): Promise<string[]> {
	const { outer, sending } = workflows;
	if (run.after === 'new-start') {
		const anew = await started(ground, workflows, run);
		return [`started anew: ${await ended(ground, witness, outer, anew)}`];
	}
	// n8n offers no Retry for what ended well.
	if (endedAs === 'success') return [];
	if (run.after === 'retry-edited') {
		await raiseTimeout(ground.api, sending, SEND, RAISED_TIMEOUT_S);
	}
	const press = (id: string) => pressRetry(ground, id, run.after === 'retry-edited');
	const retried = await Promise.all(
		(run.after === 'two-retries' ? [execution, execution] : [execution]).map(press),
	);
	const words = retried.map((one) => ('refused' in one ? `refused: ${one.refused}` : one.status));
	const failed = retried.find((one) => 'id' in one && one.status !== 'success');
	if (failed === undefined || !('id' in failed)) return words;
	const again = await press(run.againOf === 'retry' ? failed.id : execution);
	return [...words, `again: ${'refused' in again ? again.refused : again.status}`];
}
