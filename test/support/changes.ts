import type { Reply } from '../simulator/http/answers';
import type { Asked, Service } from '../simulator/service/service';

/** One way in which a service differs from the documented one. */
export interface Value {
	/** Prepares accounts and rules. */
	setup?: (service: Service) => void;
	/** Changes a response on its way out. */
	reply?: (reply: Reply, asked: Asked) => Reply;
}

/** Makes the service differ in these ways. */
export function differing(service: Service, values: readonly Value[]): void {
	for (const { setup } of values) setup?.(service);
	service.changed = (given, asked) =>
		values.reduce((last, { reply }) => reply?.(last, asked) ?? last, given);
}

export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export const omit = (fields: Fields, name: string): Fields =>
	Object.fromEntries(Object.entries(fields).filter(([own]) => own !== name));

const isSuccess = ({ status }: Reply) => status >= 200 && status <= 299;
const isSms = (endpoint: string) => endpoint === 'sms.send';

/** Changes the whole success of endpoints whose names begin so. SMS has a body of its own. */
export const onSuccess = (names: string, change: (reply: Reply) => Partial<Reply>): Value => ({
	reply: (reply, { endpoint }) => {
		const isMeant = names === '' ? !isSms(endpoint) : endpoint.startsWith(names);
		return isMeant && isSuccess(reply) ? { ...reply, ...change(reply) } : reply;
	},
});

export const body = (names: string, change: (body: Fields) => unknown): Value =>
	onSuccess(names, (reply) =>
		isFields(reply.body) && reply.text === undefined ? { body: change(reply.body) } : {},
	);

const data = (names: string, change: (data: unknown) => unknown): Value =>
	body(names, (whole) => ('data' in whole ? { ...whole, data: change(whole.data) } : whole));

/** Each entry of a list, or the one object. */
export const entries = (names: string, change: (entry: Fields) => Fields): Value =>
	data(names, (all) => {
		const changed = (entry: unknown) => (isFields(entry) ? change(entry) : entry);
		return Array.isArray(all) ? all.map(changed) : changed(all);
	});

/** The body of each failure, but the documented 422. */
export const onFailure = (change: (words: string, key: string) => Partial<Reply>): Value => ({
	reply: (reply, { endpoint, service }) => {
		if (isSuccess(reply) || reply.status === 422 || reply.status < 400) return reply;
		const account = service.state.accounts.get('main');
		const secret = (isSms(endpoint) ? account?.sms?.password : account?.apiKey) ?? '';
		const { message: words } = isFields(reply.body) ? reply.body : {};
		if (typeof words !== 'string') return reply;
		const changed = change(words, secret);
		// Retry-After stays: without it, a 429 is repeated for minutes.
		return { ...reply, ...changed, headers: { ...reply.headers, ...changed.headers } };
	},
});

/** Another form of failures with this code, of endpoints whose names begin so. */
export const instead = (
	status: number,
	names: string,
	change: (words: string) => Partial<Reply>,
): Value => ({
	reply: (reply, { endpoint }) => {
		if (reply.status !== status || !endpoint.startsWith(names)) return reply;
		return { ...reply, headers: {}, ...change(JSON.stringify(reply.body)) };
	},
});

export const html = (title: string): Partial<Reply> => ({
	text: `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
	headers: { 'content-type': 'text/html' },
});

export const xml = (content: string): Partial<Reply> => ({
	text: `<?xml version="1.0"?>${content}`,
	headers: { 'content-type': 'text/xml' },
});
