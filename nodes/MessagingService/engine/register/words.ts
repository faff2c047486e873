import { isFailure, type Failure, type Outcome, type Success } from '../outcome';
import type { Entry } from './note';

export const alreadySent = (refNo?: string, sendOnceKey?: string): Success => ({
	fate: 'accepted',
	output: [
		{
			...(refNo !== undefined && { ref_no: refNo }),
			sent: false,
			already_sent: true,
			...(sendOnceKey !== undefined && { send_once_key: sendOnceKey }),
		},
	],
});

const notSent = (what: string, advice: string): Failure => ({ fate: 'notSent', what, advice });

/** A message that an earlier execution may have sent is no reason to stop the others. */
const uncertain = (why: string, advice: string): Failure => ({
	fate: 'uncertain',
	what: `It may have been sent: ${why}`,
	advice,
	isEarlier: true,
});

const LOOK =
	'Find out whether it arrived: look in the service’s web application, or ask the recipient.';
const START_NEW = `${LOOK} Then start a new execution, instead of Retry, for the recipients who did not get it. With a Campaign or a Send Once Key from the start, Retry sends the rest by itself.`;
const OTHER_KEY = `Do not send it now. ${LOOK} If it did not, a person can send it with another key or campaign.`;

const WHY = {
	interrupted:
		'the execution that you are retrying was interrupted, and n8n did not save what it had sent',
	'other keys':
		'the execution that you are retrying was interrupted, and is not known to have had this Send Once Key or Campaign',
	'unreadable note':
		'this version of the node cannot read what the execution that you are retrying had noted',
	'ended run': 'n8n runs the node again for items that it had finished before',
};

export const notRepeated = (why: keyof typeof WHY): Outcome => uncertain(WHY[why], START_NEW);

export function outcomeOfStored({ state, ref_no: refNo }: Entry, key?: string): Outcome {
	switch (state) {
		case 'accepted':
			return alreadySent(refNo, key);
		case 'uncertain':
			return uncertain(
				'the execution that you are retrying tried to send it, and no response said whether it was accepted',
				key === undefined ? START_NEW : OTHER_KEY,
			);
		case 'unreadable':
			return {
				fate: 'unreadable',
				what: 'The execution that you are retrying sent it, and the service’s response could not be read',
				advice: 'Look for it in the service’s web application.',
				isEarlier: true,
			};
	}
}

export const KEY_UNCERTAIN = uncertain(
	'the node began to send an earlier message with this Send Once Key or Campaign, and no response said whether it was accepted',
	OTHER_KEY,
);

export const NOT_NOTED = notSent(
	'n8n’s database did not store the note that this message is about to be sent',
	'Without the note, it could be sent twice after a crash. Check n8n’s database, then run again.',
);

export const KEY_NOT_CONFIRMED = notSent(
	'n8n’s database failed while it stored this Send Once Key or Campaign, so the message was not sent',
	'Check n8n’s database, then run again. If the node then says that it may have been sent, and no earlier execution had it, it was not: use another one.',
);

const ABOUT_AGENTS =
	'https://github.com/n8n-nodes-messaging-service/n8n-nodes-messaging-service/blob/main/docs/agents.md';

export const noRowForKeys = (isTool: boolean) =>
	notSent(
		'Send Once Key and Campaign need a saved workflow, since they are kept with it',
		isTool
			? `Stop, and tell the person who set up this tool: let the agent call a saved workflow that has this node (${ABOUT_AGENTS}).`
			: 'Save the workflow, then run again. Or remove the option.',
	);

/** What becomes of an item whose key an earlier item of the list has. */
export const likeFirst = (first: Outcome, key?: string): Outcome =>
	isFailure(first)
		? {
				fate: first.fate,
				what: 'An earlier item of this list has the same Send Once Key or Campaign, and it failed',
				advice: 'Read the error of that item.',
			}
		: alreadySent(undefined, key);
