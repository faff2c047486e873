import * as facts from '../../facts/endpoints';
import { UNOFFICIAL_FILES } from '../../facts/files';
import { MEDIA_CREDITS } from '../../facts/limits';
import { fileKind } from '../../fields/fileKind';
import { remoteFile } from '../../fields/remoteFile';
import { refuseAt } from '../../http/answers';
import { apiEndpoint } from '../../http/apiEndpoint';
import { mediaKindOf, phoneMedia, type PhoneMedia } from '../../service/message';
import type { Service } from '../../service/service';
import { send } from './send';

type Body = facts.BodyOf<typeof facts.sendMedia>;

function fromBase64(service: Service, base64: string, name: string | undefined): PhoneMedia {
	const bytes = Buffer.from(base64, 'base64');
	const kind = fileKind(UNOFFICIAL_FILES, { bytes, name });
	if (kind === 'unknown' || kind === 'other') {
		return refuseAt('body.media_base64', 'files of this type are not allowed');
	}
	const { mime, extensions } = kind;
	return service.keep({ bytes, mime, name: name ?? `file.${extensions[0] ?? ''}` });
}

/** The base64 counts if the request has both. */
async function mediaOf(service: Service, asked: Body): Promise<PhoneMedia> {
	if (asked.media_base64 !== undefined) {
		return fromBase64(service, asked.media_base64, asked.file_name);
	}
	if (asked.media_url === undefined) {
		return refuseAt('body.media_url', 'media_url or media_base64 is needed');
	}
	const file = await remoteFile(asked.media_url, UNOFFICIAL_FILES);
	if (typeof file === 'string') return refuseAt('body.media_url', file);
	const kind = mediaKindOf(file.kind?.mime ?? '');
	return phoneMedia(kind, asked.media_url, asked.file_name ?? file.name);
}

export const sendMedia = apiEndpoint(
	facts.sendMedia,
	async ({ body: asked, account, service, call }) => {
		const media = await mediaOf(service, asked);
		const { caption } = asked;
		const mediaUrl = asked.media_base64 === undefined ? asked.media_url : undefined;
		const content = { text: caption ?? '', media };
		const sent = send(call, account, asked, { content, credits: MEDIA_CREDITS, caption, mediaUrl });
		return { ...sent, caption, media_url: mediaUrl };
	},
);
