import { z } from 'zod';

/**
 * What the service documents about each endpoint: its address (section Endpoints), its fields with their bounds, the
 * code of its success (section Errors) and the data of its answer (section Resources and their fields). The simulator
 * checks requests with these schemas, and the list of facts follows from them.
 */
export interface Fact<Body extends z.ZodTypeAny = z.ZodTypeAny> {
	/** As the journal names the endpoint. */
	name: string;
	method: 'GET' | 'POST';
	/** Below the prefix of the HTTP API; the SMS host has one path of its own. */
	path: string;
	sentAs: 'nothing' | 'json' | 'multipart/form-data' | 'query string or form fields';
	body: Body;
	/** Reads are answered 200, and what saves something 201. */
	success: 200 | 201;
	data: z.ZodTypeAny;
}

/** What an endpoint is given to turn into a request. */
export type BodyOf<Of extends Fact> = z.output<Of['body']>;

export const read = (name: string, path: string, data: z.ZodTypeAny): Fact => ({
	...{ name, method: 'GET', path, sentAs: 'nothing', body: z.unknown(), success: 200, data },
});

export const send = <Body extends z.ZodTypeAny>(
	name: string,
	path: string,
	body: Body,
	data: z.ZodTypeAny,
	more: Partial<Pick<Fact, 'sentAs' | 'success'>> = {},
): Fact<Body> => ({
	...{ name, method: 'POST', path, sentAs: 'json', body, success: 201, data, ...more },
});
