import type { IDataObject } from 'n8n-workflow';

/** An accepted message as it comes out, with what is known of it. */
export const accepted = ({ ref_no: refNo, ...known }: Readonly<IDataObject>): IDataObject => ({
	...(refNo !== undefined && { ref_no: refNo }),
	status: 'accepted',
	...known,
});
