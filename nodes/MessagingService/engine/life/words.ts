import { isFailure, type Failure, type Outcome, type Success } from '../outcome';
import type { WasSent } from './table';

/** What is said of an item that failed, before the advice. The last sentence counts for a model, so none asks to send again. */
export const WHETHER_SENT: Readonly<Record<WasSent, string>> = {
	no: 'Nothing was sent for this item.',
	maybe:
		'It may have been sent, and the node does not repeat it by itself. Do not send it again: first check with the recipient whether it arrived.',
	yes: 'The message was accepted: do not send it again.',
};

const LOOK =
	'Find out whether it arrived: look in the service’s web application, or ask the recipient.';
const START_NEW = `${LOOK} Then start a new execution, instead of Retry, for the recipients who did not get it. With a Campaign or a Send Once Key from the start, Retry sends the rest by itself.`;
const OTHER_KEY = `Do not send it now. ${LOOK} If it did not, a person can send it with another key or campaign.`;
const ABOUT_AGENTS =
	'https://github.com/n8n-nodes-messaging-service/n8n-nodes-messaging-service/blob/main/docs/agents.md';

type Sentence = readonly [fate: Failure['fate'], what: string, advice: string];

const maybe = (why: string, advice = START_NEW): Sentence => [
	'uncertain',
	`It may have been sent: ${why}`,
	advice,
];

const not = (what: string, advice: string): Sentence => ['notSent', what, advice];

const NO_RESPONSE = 'and no response said whether it was accepted';
const TRIED = `the execution that you are retrying tried to send it, ${NO_RESPONSE}`;

/** Why a message does not leave. */
export const SAID = {
	// What the note says.
	'noted as uncertain': maybe(TRIED),
	'noted as uncertain, with a key': maybe(TRIED, OTHER_KEY),
	'noted as unreadable': [
		'unreadable',
		'The execution that you are retrying sent it, and the service’s response could not be read',
		'Look for it in the service’s web application.',
	],
	'unreadable note': maybe(
		'this version of the node cannot read what the execution that you are retrying had noted',
	),
	'ended run': maybe('n8n runs the node again for items that it had finished before'),
	'another recipient': not(
		'An earlier try sent this item, or may have sent it, to another recipient',
		'Start a new execution for this item alone. Retry sends nothing for an item whose recipient was changed.',
	),
	'moved recipient': maybe('an earlier try sent a message to this recipient for another item'),
	// What another execution may have sent.
	interrupted: maybe(
		'the execution that you are retrying was interrupted, and n8n did not save what it had sent',
	),
	'other keys': maybe(
		'the execution that you are retrying was interrupted, and is not known to have had this Send Once Key or Campaign',
	),
	'retried before': maybe(
		'the same execution was retried before, and what that Retry sent is not known here',
		'Do not send it now. Look at the Retry before this one: it says what it sent, and its own Retry sends the rest.',
	),
	'not asked': maybe(
		'n8n’s database did not say whether the execution that you are retrying had sent it',
	),
	'not noted': not(
		'n8n’s database did not store the note that this message is about to be sent',
		'Without the note, it could be sent twice after a crash. Check n8n’s database, then run again.',
	),
	'no row': not(
		'Send Once Key and Campaign need a saved workflow, since they are kept with it',
		'Save the workflow, then run again. Or remove the option.',
	),
	'no row of a tool': not(
		'Send Once Key and Campaign need a saved workflow, since they are kept with it',
		`Stop, and tell the person who set up this tool: let the agent call a saved workflow that has this node (${ABOUT_AGENTS}).`,
	),
	// What the key says.
	'open key': maybe(
		`the node began to send an earlier message with this Send Once Key or Campaign, ${NO_RESPONSE}`,
		OTHER_KEY,
	),
	'key not stored': not(
		'n8n’s database failed while it stored this Send Once Key or Campaign, so the message was not sent',
		'Check n8n’s database, then run again. If the node then says that it may have been sent, and no earlier execution had it, it was not: use another one.',
	),
} as const satisfies Readonly<Record<string, Sentence>>;

export type Reason = keyof typeof SAID;

export function failureFor(reason: Reason): Failure {
	const [fate, what, advice] = SAID[reason];
	return { fate, what, advice };
}

/**
 * An item whose message was accepted before. It has nothing of the message but its number. What is read first says so.
 * output/hints.ts would take a was_sent here for a doubt, and delivery.ts goes by a ref_no of null.
 */
export const alreadySent = (refNo: unknown, sendOnceKey?: string): Success => ({
	fate: 'accepted',
	output: [
		{
			sent: false,
			already_sent: true,
			ref_no: typeof refNo === 'string' ? refNo : null,
			status: 'accepted',
			...(sendOnceKey !== undefined && { send_once_key: sendOnceKey }),
		},
	],
});

/** What becomes of an item that is the same message as an earlier item of the list. Only the first is waited for. */
export function likeFirst(first: Outcome, key?: string): Outcome {
	if (!isFailure(first)) return alreadySent(first.output[0]?.ref_no, key);
	if (first.followed) return alreadySent(first.followed.ref_no, key);
	return {
		fate: first.fate,
		what: 'An earlier item of this list is the same message, and it failed',
		advice: 'Read the error of that item.',
	};
}
