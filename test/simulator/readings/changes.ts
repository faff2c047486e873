import type { Reply } from '../http/answers';
import type { MessageCode } from '../facts/statuses';
import type { Push } from '../service/callbacks';
import type { Asked, Service } from '../service/service';
import type { CallbackKind } from '../settings';

/** One way to fill in what the documentation leaves open. */
export interface Value {
	/** Prepares accounts, templates and rules. */
	setup?: (service: Service) => void;
	/** Refuses a request before the service takes it. */
	refuse?: (asked: Asked) => Reply | undefined;
	/** Changes a response on its way out. */
	reply?: (reply: Reply, asked: Asked) => Reply;
	/** Changes a callback on its way out. It may become several. */
	push?: (push: Push, kind: CallbackKind) => Push | Push[];
	/** The statuses that a message passes, in this order. */
	moves?: readonly MessageCode[];
}

export interface Place {
	/** The documentation's words. */
	about: string;
	/** Without one of these, the simulator decides as its facts say. */
	values: Readonly<Record<string, Value>>;
}

/** Short words in which the table of readings is written. */

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

export const data = (names: string, change: (data: unknown) => unknown): Value =>
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

export const refuse = (
	names: string,
	reply: Reply,
	isMeant: (body: string) => boolean = () => true,
): Value => ({
	refuse: ({ endpoint, body: sent }) =>
		endpoint.startsWith(names) && isMeant(sent) ? reply : undefined,
});

export const fault = (msg: string, ...loc: string[]): Reply => ({
	status: 422,
	body: { detail: [{ loc: ['body', ...loc], msg, type: 'value_error' }] },
});

export const html = (title: string): Partial<Reply> => ({
	text: `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
	headers: { 'content-type': 'text/html' },
});

export const xml = (content: string): Partial<Reply> => ({
	text: `<?xml version="1.0"?>${content}`,
	headers: { 'content-type': 'text/xml' },
});

export const plain = (text: string): Partial<Reply> => ({
	text,
	headers: { 'content-type': 'text/plain' },
});

/** A message of the Business webhook, of which each vendor makes another payload. */
export interface Incoming {
	id: string;
	from: string;
	to: string;
	text: string;
	button?: string;
	quoted: string;
	at: number;
}

const business =
	(isTap: boolean) =>
	(write: (message: Incoming) => unknown): Value => ({
		push: (push, kind) => {
			const fields = kind === 'business' ? (JSON.parse(push.body ?? '{}') as Fields) : {};
			if (fields.invented !== true || (fields.button_id !== undefined) !== isTap) return push;
			const message = write({
				id: String(fields.message_id),
				from: String(fields.from),
				to: String(fields.gateway_id),
				text: String(fields.text),
				...(isTap && { button: String(fields.button_id) }),
				quoted: 'wamid.earlier',
				at: Math.floor(Date.parse(String(fields.timestamp)) / 1000),
			});
			return { method: 'POST', contentType: 'application/json', body: JSON.stringify(message) };
		},
	});

export const message = business(false);
export const tap = business(true);

/** The envelope in which Meta sends messages. */
export const meta = (from: string, to: string, entry: Fields) => ({
	object: 'whatsapp_business_account',
	entry: [
		{
			id: '104',
			changes: [
				{
					field: 'messages',
					value: {
						messaging_product: 'whatsapp',
						metadata: { display_phone_number: to, phone_number_id: '105' },
						contacts: [{ profile: { name: 'Ayu' }, wa_id: from }],
						messages: [entry],
					},
				},
			],
		},
	],
});
