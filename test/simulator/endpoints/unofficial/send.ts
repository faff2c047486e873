import * as facts from '../../facts/endpoints';
import { DEFAULT_TIMEOUT_S, textCredits } from '../../facts/limits';
import { isInternational, withoutPlus } from '../../facts/texts';
import { refuseAt } from '../../http/answers';
import { apiEndpoint, take } from '../../http/apiEndpoint';
import type { Call } from '../../http/call';
import { numberSender, SHARED_SENDERS, type Account } from '../../service/accounts';
import type { Content, Message, Sender } from '../../service/message';

type Asked = Omit<facts.BodyOf<typeof facts.sendText>, 'message'>;

/** A number without its plus, or the name of a group. */
function numberOf({ destination, is_group: isGroup }: Asked): string {
	if (isGroup === true) return destination;
	const digits = withoutPlus(destination);
	if (isInternational(digits)) return digits;
	return refuseAt('body.destination', 'must be an international number');
}

const oneOf = (senders: readonly string[]): string =>
	senders[Math.floor(Math.random() * senders.length)] ?? '';

/** The sender of the request, a sender of its queue, one of the client's own, or one that all clients share. */
function senderOf(account: Account, { sender, queue }: Asked): Sender {
	if (sender !== undefined) {
		const number = withoutPlus(sender);
		if (account.senders.includes(number)) return numberSender(number);
		return refuseAt('body.sender', 'there is no such sender');
	}
	if (queue !== undefined) {
		const senders = Object.hasOwn(account.queues, queue) ? account.queues[queue] : undefined;
		if (senders !== undefined) return numberSender(oneOf(senders));
		return refuseAt('body.queue', 'there is no such queue');
	}
	return numberSender(oneOf(account.senders.length > 0 ? account.senders : SHARED_SENDERS));
}

/** Charges the credits and takes the message. Gives the fields that each unofficial response has. */
export function send(
	call: Call,
	account: Account,
	asked: Asked,
	parts: { content: Content; credits: number } & Pick<Message, 'caption' | 'mediaUrl'>,
) {
	const { service } = call;
	const number = numberOf(asked);
	const sender = senderOf(account, asked);
	if (!service.charge(parts.credits)) {
		return refuseAt('body', 'the WhatsApp credits do not suffice', 'value_error.credit');
	}
	const { content, caption, mediaUrl } = parts;
	const { queue } = asked;
	const ref_no = take(call, {
		route: 'unofficial',
		sender,
		number,
		queue,
		caption,
		mediaUrl,
		isGroup: asked.is_group ?? false,
		content: {
			...content,
			...(asked.include_unsubscribe === true && {
				unsubscribeUrl: service.newLink(number),
			}),
		},
		credits: parts.credits,
		timeoutAt: service.clock.now() + (asked.timeout ?? DEFAULT_TIMEOUT_S) * 1000,
	});
	return { sender: sender.number, queue, destination: number, ref_no };
}

/** Emoji may be written as a backslash, a capital U and the eight hexadecimal digits of the code point. */
export const unescaped = (text: string): string =>
	text.replace(/\\U([0-9a-fA-F]{8})/g, (whole, digits: string) => {
		const point = Number.parseInt(digits, 16);
		const isCharacter = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
		return isCharacter ? String.fromCodePoint(point) : whole;
	});

export const sendText = apiEndpoint(facts.sendText, ({ body: asked, account, call }) => {
	const { message } = asked;
	const content = { text: unescaped(message) };
	return { ...send(call, account, asked, { content, credits: textCredits(message) }), message };
});
