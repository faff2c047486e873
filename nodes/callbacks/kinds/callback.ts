import type { Recognised } from './normalised';

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
