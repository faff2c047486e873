import { DEFAULT_TIMEOUT_S } from '../../facts/limits';
import { misfit } from '../../http/answers';
import { refuse } from '../../http/apiEndpoint';
import type { Call } from '../../http/call';
import type { Account } from '../../service/accounts';
import type { Content, Message } from '../../service/message';
import { numberOf, senderOf } from './sender';

interface Asked {
	destination: string;
	queue?: string | undefined;
	sender?: string | undefined;
	is_group?: boolean | undefined;
	timeout?: number | undefined;
	include_unsubscribe?: boolean | undefined;
}

/** Takes the credits and sends the message on its way; what the answer repeats of it. */
export function send(
	{ service, entry }: Call,
	account: Account,
	asked: Asked,
	parts: { content: Content; credits: number } & Pick<Message, 'caption' | 'mediaUrl'>,
) {
	const number = numberOf(asked);
	const sender = senderOf(account, asked);
	if (!service.charge(account, parts.credits)) {
		return refuse(misfit(['body'], 'the WhatsApp credits do not suffice', 'value_error.credit'));
	}
	const { content, caption, mediaUrl } = parts;
	const message = service.take({
		route: 'unofficial',
		account: account.name,
		sender,
		number,
		isGroup: asked.is_group ?? false,
		content: {
			...content,
			...(asked.include_unsubscribe === true && {
				unsubscribeUrl: service.newLink(account.name, number),
			}),
		},
		credits: account.testHost ? 0 : parts.credits,
		timeoutAt: service.clock.now() + (asked.timeout ?? DEFAULT_TIMEOUT_S) * 1000,
		queue: asked.queue,
		caption,
		mediaUrl,
	});
	entry.ref_no = message.id;
	return {
		sender: sender.number,
		...(asked.queue !== undefined && { queue: asked.queue }),
		destination: number,
		ref_no: message.id,
	};
}
