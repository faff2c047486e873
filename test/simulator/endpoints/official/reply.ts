import { fileNameOf } from '../../fields/remoteFile';
import { officialReply, type BodyOf } from '../../facts/endpoints';
import { refuseAt } from '../../http/answers';
import { apiEndpoint, take } from '../../http/apiEndpoint';
import type { Upload } from '../../http/bodies';
import { phoneMedia, type Content } from '../../service/message';
import type { Service } from '../../service/service';

type Fields = BodyOf<typeof officialReply>;

function roomOf(service: Service, id: string) {
	const room = service.state.rooms.get(id);
	if (room === undefined) return refuseAt('body.room_id', 'there is no such room');
	if (service.clock.now() >= service.state.rooms.until(room)) {
		return refuseAt('body.room_id', 'this room has expired');
	}
	return room;
}

function contentOf(service: Service, asked: Fields, file: Upload | undefined): Content {
	const { type = 'text', text = '' } = asked;
	if (type === 'text') return text === '' ? refuseAt('body.text', 'field required') : { text };
	if (file !== undefined) {
		if (file.bytes.length === 0) return refuseAt('body.file', 'the file is empty');
		return { text, media: service.keep(file) };
	}
	if (asked.file_url === undefined) {
		return refuseAt('body.file_url', 'a file is needed for this type');
	}
	const kind = type === 'voice' ? 'audio' : type;
	return { text, media: phoneMedia(kind, asked.file_url, fileNameOf(asked.file_url)) };
}

export const reply = apiEndpoint(officialReply, ({ body, file, service, call }) => {
	const room = roomOf(service, body.room_id);
	const content = contentOf(service, body, file);
	const { id: roomId, sender, number } = room;
	return { ref_no: take(call, { route: 'official', sender, number, content, roomId }) };
});
