import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../wire';

/** A request as it would go out, without its login, and of a file what is known of it. */
export function shownRequest(request: ServiceRequest, url: string): IDataObject {
	const { method, query, json, form, multipart, jsonFile, part } = request;
	const body = json ?? form ?? multipart;
	const file = jsonFile ?? part;
	return {
		method,
		url,
		...(query && { query: { ...query } }),
		...(body && { body: { ...body } }),
		...(file && {
			file: {
				field: file.name,
				name: file.file.fileName ?? null,
				type: file.file.mimeType,
				bytes: file.file.size,
			},
		}),
	};
}
