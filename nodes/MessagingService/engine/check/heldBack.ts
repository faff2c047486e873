import type { IDataObject } from 'n8n-workflow';

import { isGiven } from '../../../plain';
import { withoutOldPrefix } from '../../../service';
import { nameOf, type ItemState, type Prepared } from '../itemState';

export interface Ready {
	prepared: Prepared;
	isBlocked: boolean;
}

/** What a failed item says of the message before it, if that may have reached the same number: people build an SMS behind it. */
function doubtOf(number: string, { error, was_sent, delivered, destination }: IDataObject = {}) {
	const before = typeof destination === 'string' ? destination : '';
	const isSame = withoutOldPrefix(number) === withoutOldPrefix(before);
	const mayBeThere = (was_sent === 'maybe' || was_sent === 'yes') && delivered !== false;
	return isGiven(error) && error !== '' && isSame && mayBeThere ? { was_sent } : undefined;
}

/** What an item becomes whose message could be sent. Without `prepared`, no later step sends it. */
export function stateOf(state: ItemState, { prepared, isBlocked }: Ready, json?: IDataObject) {
	const recipient = prepared.plan.message?.recipient;
	// output/hints.ts tells these items apart by the names blocked and was_sent: an item has one of them at most.
	const why = isBlocked ? { blocked: true } : recipient && doubtOf(nameOf(recipient) ?? '', json);
	const preview = [{ sent: false, ...why, ...recipient }];
	return { ...state, recipient, ...(why ? { preview } : { prepared }) };
}
