import type { IDataObject } from 'n8n-workflow';

import type { Arrival, InboxMessage, StatusReport } from './normalised';

export interface Callback {
	method: string;
	/** Without the token. */
	query: Readonly<Record<string, unknown>>;
	body: Readonly<Record<string, unknown>>;
	/** If the body is a list with objects in it; its fields are none then. */
	list?: readonly unknown[];
	/** The body came as form fields, not as JSON. */
	isForm: boolean;
	digest: () => string;
}

export interface Recognised {
	data: IDataObject | IDataObject[];
	normalised: (
		arrival: Arrival,
	) => InboxMessage | (InboxMessage & { data: IDataObject | IDataObject[] }) | StatusReport;
	/** Two callbacks of one kind with the same identity are repeats; undefined if that cannot be known. */
	identity: readonly string[] | undefined;
	/** The service's date of what has just happened, if the callback has one: it shows which zone its clock is in. */
	happenedAt?: string;
	/** Reports only: the shared word for the status. */
	status?: string;
}

/** One kind of callback (section Events). */
export interface CallbackKind {
	value: string;
	name: string;
	description: string;
	/** Where its URL is registered in the service's web application. */
	registeredAt: string;
	/** The documented fields. A callback that has all of them is of this kind, whatever else it holds. */
	documented: readonly string[];
	/** The service may call by GET too. */
	isAlsoGet?: true;
	recognise: (callback: Callback) => Recognised | undefined;
}
