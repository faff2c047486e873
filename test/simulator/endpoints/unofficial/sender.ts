import { z } from 'zod';

import { isInternational, withoutPlus } from '../../facts/numbers';
import { text } from '../../fields/text';
import { misfit } from '../../http/answers';
import { refuse } from '../../http/apiEndpoint';
import { numberSender, SHARED_SENDERS, type Account } from '../../service/accounts';
import type { Sender } from '../../service/message';

/** What text and media messages of the unofficial route have in common. */
export const common = {
	destination: text(),
	queue: z.string().optional(),
	sender: z.string().optional(),
	channel: z.number().int().optional(),
	is_group: z.boolean().optional(),
	timeout: z.number().int().min(0).optional(),
	include_unsubscribe: z.boolean().optional(),
};

interface Whom {
	destination: string;
	is_group?: boolean | undefined;
}

/** A number without the plus of its international form; the name of a group as it is. */
export function numberOf({ destination, is_group: isGroup }: Whom): string {
	if (isGroup === true) return destination;
	const digits = withoutPlus(destination);
	if (isInternational(digits)) return digits;
	return refuse(misfit(['body', 'destination'], 'must be an international number'));
}

const oneOf = (senders: readonly string[]): string =>
	senders[Math.floor(Math.random() * senders.length)] ?? '';

/** The sender that was asked for, one of the queue, one of the client's own, or one that all clients share. */
export function senderOf(
	account: Account,
	{ sender, queue }: { sender?: string | undefined; queue?: string | undefined },
): Sender {
	if (sender !== undefined) {
		const number = withoutPlus(sender);
		if (account.senders.includes(number)) return numberSender(number);
		return refuse(misfit(['body', 'sender'], 'there is no such sender'));
	}
	if (queue !== undefined) {
		const senders = Object.hasOwn(account.queues, queue) ? account.queues[queue] : undefined;
		if (senders !== undefined) return numberSender(oneOf(senders));
		return refuse(misfit(['body', 'queue'], 'there is no such queue'));
	}
	return numberSender(oneOf(account.senders.length > 0 ? account.senders : SHARED_SENDERS));
}
