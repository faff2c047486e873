import { z } from 'zod';

import { MEDIA_CREDITS } from '../../facts/credits';
import { BASE64_CHARACTERS, UNOFFICIAL_FILES } from '../../facts/files';
import { decoded } from '../../fields/base64';
import { remoteFile } from '../../fields/remoteFile';
import { webAddress } from '../../fields/webAddress';
import { misfit } from '../../http/answers';
import { apiEndpoint, refuse, stillThere } from '../../http/apiEndpoint';
import { json } from '../../http/bodies';
import type { PhoneMedia } from '../../service/message';
import { mediaKindOf, phoneMedia } from '../../service/phoneMedia';
import type { Service } from '../../service/service';
import { send } from './send';
import { common } from './sender';

const schema = z.object({
	...common,
	caption: z.string().optional(),
	media_url: webAddress.optional(),
	media_base64: z
		.string()
		.max(BASE64_CHARACTERS, `must have at most ${BASE64_CHARACTERS} characters`)
		.optional(),
	file_name: z.string().optional(),
});

type Body = z.infer<typeof schema>;

function fromBase64(service: Service, base64: string, name: string | undefined): PhoneMedia {
	const file = decoded(base64, name, UNOFFICIAL_FILES);
	if (typeof file === 'string') return refuse(misfit(['body', 'media_base64'], file));
	const { bytes, kind } = file;
	const fileName = name ?? `file.${kind.extensions[0] ?? ''}`;
	const id = service.state.files.add({ bytes, mime: kind.mime, name: fileName });
	return { kind: mediaKindOf(kind.mime), url: `${service.url}/files/${id}`, fileName };
}

/** Where both are given, the base64 is used. */
async function mediaOf(service: Service, asked: Body): Promise<PhoneMedia> {
	if (asked.media_base64 !== undefined) {
		return fromBase64(service, asked.media_base64, asked.file_name);
	}
	if (asked.media_url === undefined) {
		return refuse(misfit(['body', 'media_url'], 'media_url or media_base64 is needed'));
	}
	const file = await remoteFile(asked.media_url, UNOFFICIAL_FILES);
	if (typeof file === 'string') return refuse(misfit(['body', 'media_url'], file));
	const kind = mediaKindOf(file.kind?.mime ?? '');
	return phoneMedia(kind, asked.media_url, asked.file_name ?? file.name);
}

const body = json(schema);

export const sendMedia = apiEndpoint({
	name: 'unofficial.sendMedia',
	method: 'POST',
	path: '/whatsapp/media',
	body,
	status: 201,
	handle: async ({ body: asked, account, service, call }) => {
		const { state } = service;
		const media = await mediaOf(service, asked);
		stillThere(service, state);
		const { caption } = asked;
		const mediaUrl = asked.media_base64 === undefined ? asked.media_url : undefined;
		const sent = send(call, account, asked, {
			content: { text: caption ?? '', media },
			credits: MEDIA_CREDITS,
			caption,
			mediaUrl,
		});
		return {
			...sent,
			...(caption !== undefined && { caption }),
			...(mediaUrl !== undefined && { media_url: mediaUrl }),
		};
	},
});
