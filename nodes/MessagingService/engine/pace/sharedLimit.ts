/** A limit that some requests share, beside the limit of the whole API. */
export interface SharedLimit {
	/** Requests with the same key share the limit. */
	key: string;
	limit: number;
	periodMs: number;
	/** What a person does if it stays full. */
	advice: string;
	/** It is not known which requests share it: it counts only while the service refuses requests. */
	onceRefused?: true;
}
