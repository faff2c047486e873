import { control, receiver } from './client';
import { NUMBER } from './requests';

/** The receiver of callbacks that the tests register, and what it got. */

export const hook = (query = '') => `${receiver.url}/hook${query}`;

export const register = (kind: string, query = '') => control.callbacks({ [kind]: hook(query) });

export const seen = () => receiver.seen('/hook');

export const queries = () => seen().map(({ url }) => Object.fromEntries(url.searchParams));

export const codes = () => queries().map(({ status }) => status);

export const write = (route: 'official' | 'unofficial' | 'business' | 'sms', to?: string) =>
	control.inbox({ route, from: NUMBER, text: 'Hello', ...(to !== undefined && { to }) });

export const answerWith = (...statuses: number[]) => {
	receiver.answerBy((response) => {
		response.statusCode = statuses.shift() ?? 200;
		response.end();
	});
};
