import { isoTime } from '../../core/serviceTime';
import * as facts from '../../facts/endpoints';
import type { MessageCode } from '../../facts/statuses';
import { refuseAt } from '../../http/answers';
import { apiEndpoint } from '../../http/apiEndpoint';
import type { Message } from '../../service/message';

const dateOf = ({ history }: Message, code: MessageCode) => {
	const move = history.find(({ status }) => status === code);
	return move && isoTime(move.at);
};

/** The record of a message. Unknown fields are left out. */
function recordOf(message: Message) {
	const isMedia = message.content.media !== undefined;
	return {
		destination: message.number,
		sender: message.sender.number,
		is_group: message.isGroup,
		create_date: isoTime(message.at),
		sent_date: dateOf(message, 'S'),
		delivered_date: dateOf(message, 'D'),
		read_date: dateOf(message, 'R'),
		ref_no: message.id,
		status: message.status,
		message: isMedia ? undefined : message.content.text,
		caption: message.caption,
		media_url: message.mediaUrl,
	};
}

export const getStatus = apiEndpoint(facts.getStatus, ({ service, call }) => {
	const { ref_no: ref } = call.request.params as { ref_no: string };
	const message = service.state.messages.get(ref);
	if (message?.route === 'unofficial') return recordOf(message);
	return refuseAt('path.ref_no', 'there is no such message');
});
