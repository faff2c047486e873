import type { IDataObject } from 'n8n-workflow';

import type { InboxMessage, StatusReport } from './normalised';

/** A request to a trigger's URL, after parsing. */
export interface Callback {
	method: string;
	/** Without the token. */
	query: Readonly<Record<string, unknown>>;
	body: Readonly<Record<string, unknown>>;
	/** The body came as form fields, not as JSON. */
	isForm: boolean;
}

/** What a kind reads from a callback that it recognises. */
export interface Recognised {
	/** The fields as they came. */
	data: IDataObject;
	/** The fields in the form that all kinds share, with times in this zone. */
	normalised: (
		timeZone: string,
	) => InboxMessage | (InboxMessage & { data: IDataObject }) | StatusReport;
	/** Two callbacks of one kind with the same identity are repeats; undefined if that cannot be known. */
	identity: readonly string[] | undefined;
	/** Reports only: the shared word for the status. */
	status?: string;
}

/** One kind of callback (section Events). */
export interface CallbackKind {
	value: string;
	/** As the nodes panel lists it. */
	name: string;
	description: string;
	/** Where its URL is registered in the service's web application. */
	registeredAt: string;
	recognise: (callback: Callback) => Recognised | undefined;
}
