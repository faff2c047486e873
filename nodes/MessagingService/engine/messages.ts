import type { IExecuteFunctions } from 'n8n-workflow';

import { Lives } from './life';
import { descentOf, isTool, keptWith, placeOfRun, rowOf } from './n8n';
import { hint, HINTS } from './output';
import { systemClock } from './pace';
import { digestOf, openNote, Register } from './register';
import { nameOf, urlOf, type ItemState, type NodeRun } from './itemState';

/**
 * What is digested in this file is stored, but for `call`, so its form stays. The keys themselves may change with the list. Their expression
 * tells whether a killed run used the same kind of keys.
 */
function keyingOf(context: IExecuteFunctions): string | undefined {
	const raw = (name: string): unknown =>
		context.getNodeParameter(`options.${name}`, 0, null, { rawExpressions: true });
	const [key, campaign] = [raw('sendOnceKey'), raw('campaign')];
	return key === null && campaign === null ? undefined : digestOf(key, campaign);
}

/** Short, so that it tells nobody the number of a recipient. */
const DIGITS_OF_RECIPIENT = 4;

/** What the user only validates or reads is no message. A wrong or blocked item is one: an earlier try may have sent it. */
const isMessage = ({ operation, isForShow }: ItemState): boolean =>
	operation?.effect !== 'read' && isForShow !== true;

/**
 * Gives each item its message, and asks what earlier tries and other executions made of it. Wrong items have one too: an
 * earlier try may have sent them. Nothing has left yet, and after this, only lives without an outcome may leave.
 */
export async function openLives(nodeRun: NodeRun, states: readonly ItemState[]) {
	const { context, pause } = nodeRun;
	const { execution, run } = placeOfRun(context);
	const kept = keptWith(context);
	const descent = descentOf(context);
	const ofTool = isTool(context);
	const parameters = digestOf(context.getNode().parameters);
	const owner = { parameters, run, salt: descent.lineage };
	const { note, isUnreadable, wasEdited } = openNote(kept.messagingServiceNote, owner);
	kept.messagingServiceNote = note;
	const register = new Register({
		row: rowOf(context),
		note,
		isUnreadable,
		execution,
		...descent,
		isTool: ofTool,
		keying: keyingOf(context),
		clock: systemClock,
	});
	const lives = new Lives(register);
	for (const state of states) {
		if (!isMessage(state)) continue;
		const { item, prepared, recipient, isUnread, meantFor, repeatOf } = state;
		if (repeatOf !== undefined) {
			const first = states[repeatOf];
			if (first?.life) state.life = first.life;
			first?.life?.message.repeats.push(item);
			const other = first?.recipient && nameOf(first.recipient);
			state.isForAnother = recipient !== undefined && nameOf(recipient) !== other;
			continue;
		}
		const to = digestOf(note.salt, (recipient && nameOf(recipient)) ?? null);
		const request = ofTool && prepared && [urlOf(prepared), prepared.plan.likeRequest];
		state.life = lives.plan(
			{
				item,
				to: isUnread ? undefined : to.slice(0, DIGITS_OF_RECIPIENT),
				key: prepared?.common.sendOnceKey,
				call: request ? digestOf(...request) : undefined,
				isTest: meantFor !== undefined,
				repeats: [],
			},
			prepared === undefined,
		);
		await pause();
	}
	nodeRun.stop = () => {
		lives.stop();
	};
	lives.remember();
	const isKnown = lives.all.some(({ outcome }) => outcome !== undefined);
	if (isKnown && wasEdited) hint(context, HINTS.sentBeforeEdit);
	await lives.doubt();
	return { lives, register };
}
