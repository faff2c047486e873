import { z } from 'zod';

import { fileNameOf } from '../../fields/remoteFile';
import { templateText } from '../../fields/templateText';
import { uuid4 } from '../../fields/uuid4';
import { webAddress } from '../../fields/webAddress';
import { misfit } from '../../http/answers';
import { apiEndpoint, refuse, tooMany } from '../../http/apiEndpoint';
import { multipart, type Upload } from '../../http/multipart';
import type { Account } from '../../service/accounts';
import { mediaKindOf, phoneMedia } from '../../service/phoneMedia';
import type { Content } from '../../service/message';
import type { Service } from '../../service/service';

const TYPES = ['audio', 'document', 'image', 'text', 'video', 'voice'] as const;

const fields = z
	.object({
		room_id: uuid4,
		type: z.enum(TYPES).default('text'),
		file_url: webAddress.optional(),
		text: templateText.optional(),
	})
	.refine(({ type, text }) => type !== 'text' || (text !== undefined && text !== ''), {
		path: ['text'],
		message: 'field required',
	});

type Fields = z.infer<typeof fields>;

function roomOf(service: Service, account: Account, id: string) {
	const room = service.state.rooms.get(id);
	if (room?.account !== account.name) {
		return refuse(misfit(['body', 'room_id'], 'there is no such room'));
	}
	if (service.clock.now() >= service.state.rooms.until(room)) {
		return refuse(misfit(['body', 'room_id'], 'this room has expired'));
	}
	return room;
}

function contentOf(service: Service, asked: Fields, file: Upload | undefined): Content {
	const text = asked.text ?? '';
	if (asked.type === 'text') return { text };
	const kind = asked.type === 'voice' ? 'audio' : asked.type;
	if (file !== undefined) {
		const { bytes, mime, name } = file;
		if (bytes.length === 0) return refuse(misfit(['body', 'file'], 'the file is empty'));
		const id = service.state.files.add({ bytes, mime, name });
		const url = `${service.url}/files/${id}`;
		return { text, media: { kind: mediaKindOf(mime), url, fileName: name } };
	}
	if (asked.file_url === undefined) {
		return refuse(misfit(['body', 'file_url'], 'a file is needed for this type'));
	}
	return { text, media: phoneMedia(kind, asked.file_url, fileNameOf(asked.file_url)) };
}

const body = multipart(fields);

export const reply = apiEndpoint({
	name: 'official.reply',
	method: 'POST',
	path: '/wa_official/message/reply',
	body,
	status: 201,
	handle: ({ body: { fields: asked, file }, account, service, call }) => {
		const room = roomOf(service, account, asked.room_id);
		const content = contentOf(service, asked, file);
		if (!service.channelHasRoom(room.sender.id, call.entry.ms)) {
			throw tooMany(service, 'Too many requests of this channel');
		}
		const message = service.take({
			route: 'official',
			account: account.name,
			sender: room.sender,
			number: room.number,
			content,
			credits: 0,
			roomId: room.id,
		});
		call.entry.ref_no = message.id;
		return { ref_no: message.id };
	},
});
