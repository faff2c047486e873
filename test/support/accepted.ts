import type { IDataObject } from 'n8n-workflow';

/** What all sends put out of an accepted message, with what is known of it. */
export const accepted = (known: Readonly<IDataObject>): IDataObject => ({
	ref_no: null,
	status: 'accepted',
	status_code: null,
	destination: null,
	room_id: null,
	destination_name: null,
	channel_id: null,
	template_id: null,
	...known,
});
