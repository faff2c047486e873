import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { quoted, type Redact } from '../../plain';
import { failureOf, isChecked, isOwn, type ItemState } from './itemState';
import { isRetry } from './n8n';
import { isFailure, type Failure, type Outcome, type Success } from './outcome';
import { runBatch } from './pace';
import { readOf } from './send';

const OTHER_WAY =
	'Reach the person in another way, such as with an SMS to {{ $json.destination }} at the error output.';

/** What becomes of an accepted message whose status was looked up. */
function followed(sent: Success, looked: Outcome, redact: Redact): Outcome {
	const [message = {}] = sent.output;
	const failed = (what: string, advice: string, about: IDataObject = {}): Failure => ({
		fate: 'unreadable',
		what: `The message was accepted, ${what}`,
		advice,
		followed: { ref_no: message.ref_no, ...about },
	});
	if (isFailure(looked)) {
		return failed(`and it is not known whether it was delivered: ${looked.what}`, looked.advice);
	}
	const { wait_result: result, ...found } = looked.output[0] ?? {};
	if (found.delivered === true) return { ...sent, output: [{ ...message, ...found }] };
	const [inTime, late] = result === 'timed_out' ? [' in time', 'It may still arrive. '] : ['', ''];
	const { status_name: name, status } = found;
	const said = typeof status === 'string' ? quoted(redact.excerpt(status)) : 'unknown';
	const word = typeof name === 'string' ? name : said;
	const what = `but not delivered${inTime}: its status is ${word}`;
	return failed(what, `${late}${OTHER_WAY}`, { delivered: false });
}

/** All messages have left and are noted by now. So neither this wait nor a crash in it can send one again. */
export async function waitForDelivery(
	context: IExecuteFunctions,
	states: readonly ItemState[],
	stopOnFailure: boolean,
): Promise<void> {
	if (stopOnFailure && states.some(failureOf)) return;
	const checked = states.filter(isChecked);
	const jobs = checked.filter(isOwn).flatMap(({ prepared, life }) => {
		const sent = life.outcome;
		if (sent === undefined || isFailure(sent)) return [];
		const { ref_no: refNo, already_sent: isEarlier } = sent.output[0] ?? {};
		const planned = prepared.plan.lookup(refNo);
		// A key does not tell the reference number. Unless it was interrupted, the execution that sent it has waited for it.
		const isSkipped = isEarlier === true && refNo === null;
		if (!planned || (isSkipped && !isRetry(context))) return [];
		const ended = (looked: Outcome) => {
			life.follow(followed(sent, looked, prepared.account.redact));
		};
		if (planned.ok) {
			const tryOnce = readOf({ ...prepared, plan: planned.plan });
			return [{ tryOnce, ended }];
		}
		ended({ fate: 'notSent', what: 'it has no reference number', advice: OTHER_WAY });
		return [];
	});
	const pacer = checked[0]?.prepared.account.pacer;
	if (pacer)
		await runBatch(pacer, jobs, { stopOnFailure, cancelled: context.getExecutionCancelSignal() });
}
