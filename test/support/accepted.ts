import type { IDataObject } from 'n8n-workflow';

/** The output of an accepted message. */
export const accepted = ({ ref_no: refNo, ...known }: Readonly<IDataObject>): IDataObject => ({
	...(refNo !== undefined && { ref_no: refNo }),
	status: 'accepted',
	...known,
});
