import type { IExecuteFunctions } from 'n8n-workflow';

import { Lives } from './life';
import { descentOf, isTool, keptWith, placeOfRun, rowOf } from './n8n';
import { hint, HINTS } from './output';
import { systemClock } from './pace';
import { digestOf, openNote, Register } from './register';
import { isChecked, nameOf, urlOf, type ItemState, type NodeRun } from './itemState';

/** The keys themselves may change with the list. Their expression tells whether a killed run used the same kind of keys. */
function keyingOf(context: IExecuteFunctions): string | undefined {
	const raw = (name: string): unknown =>
		context.getNodeParameter(`options.${name}`, 0, null, { rawExpressions: true });
	const [key, campaign] = [raw('sendOnceKey'), raw('campaign')];
	return key === null && campaign === null ? undefined : digestOf(key, campaign);
}

function openRegister(context: IExecuteFunctions) {
	const { execution, run } = placeOfRun(context);
	const kept = keptWith(context);
	const descent = descentOf(context);
	const { note, isUnreadable, wasEdited } = openNote(kept.messagingServiceNote, {
		parameters: digestOf(context.getNode().parameters),
		run,
		salt: descent.lineage,
	});
	kept.messagingServiceNote = note;
	const register = new Register({
		row: rowOf(context),
		note,
		isUnreadable,
		execution,
		...descent,
		isTool: isTool(context),
		keying: keyingOf(context),
		clock: systemClock,
	});
	return { register, wasEdited, salt: note.salt };
}

/** Short, so that it tells nobody the number of a recipient. */
const DIGITS_OF_RECIPIENT = 4;

/** What the user only validates or reads is no message. A wrong or blocked item is one: an earlier try may have sent it. */
const isMessage = ({ operation, prepared, preview, isForShow }: ItemState): boolean =>
	operation?.effect !== 'read' && !(prepared && preview) && isForShow !== true;

/** Gives each item its message, and asks what earlier tries and other executions made of it. Wrong items have one too. */
export async function openLives(nodeRun: NodeRun, states: readonly ItemState[]) {
	const { context, pause } = nodeRun;
	const { register, wasEdited, salt } = openRegister(context);
	const lives = new Lives(register);
	const ofTool = isTool(context);
	for (const state of states) {
		if (!isMessage(state)) continue;
		const first = states[state.repeatOf ?? -1];
		if (first?.life) state.life = first.life;
		if (first) continue;
		const { item, prepared, recipient, isUnread, meantFor } = state;
		const name = recipient && nameOf(recipient);
		const message = {
			item,
			to: isUnread ? undefined : digestOf(salt, name ?? null).slice(0, DIGITS_OF_RECIPIENT),
			key: prepared?.common.sendOnceKey,
			call:
				ofTool && isChecked(state)
					? digestOf(urlOf(state.prepared), state.prepared.plan.likeRequest)
					: undefined,
			isTest: meantFor !== undefined,
		};
		state.life = lives.plan(message, prepared === undefined);
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
