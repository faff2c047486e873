import type { IDataObject } from 'n8n-workflow';

import { parseBody } from '../../../nodes/MessagingService/engine/answer';
import type {
	Checked,
	Operation,
	Plan,
	ServiceRequest,
} from '../../../nodes/MessagingService/engine/operation';

/** What one operation makes of the values of an item and of an answer: pure, so without n8n. */

export type Values = Record<string, unknown>;

const checked = (operation: Operation, values: Values, facts?: unknown): Checked => {
	const parsed = operation.parse(values);
	return parsed.ok ? parsed.plan(facts) : parsed;
};

/** What is wrong, as a person reads it; nothing where it may be sent. */
export function problemsOf(operation: Operation, values: Values, facts?: unknown): string[] {
	const found = checked(operation, values, facts);
	return found.ok ? [] : found.problems.map(({ field, what }) => `${field} ${what}`);
}

export function planOf(operation: Operation, values: Values, facts?: unknown): Plan {
	const found = checked(operation, values, facts);
	if (found.ok) return found.plan;
	throw new Error(problemsOf(operation, values, facts).join('; '));
}

export const requestOf = (operation: Operation, values: Values, facts?: unknown): ServiceRequest =>
	planOf(operation, values, facts).request;

/** How the operation understands the body of a success. */
export function readingOf(operation: Operation, text: string) {
	const body = parseBody(text);
	if (body.form === 'unreadable') throw new Error(`the answer is ${body.why}`);
	return operation.reader(body);
}

/** What comes out for an item after this answer. */
export function outputOf(operation: Operation, values: Values, text: string): IDataObject[] {
	const read = readingOf(operation, text);
	if (read.kind !== 'data') throw new Error(JSON.stringify(read));
	return planOf(operation, values).output(read.data);
}

/** An answer in the service's envelope. */
export const enveloped = (data: unknown): string =>
	JSON.stringify({ error: false, message: 'ok', data });

export const xmlEnveloped = (data: string): string =>
	`<?xml version="1.0"?><r><error>false</error><message>ok</message><data>${data}</data></r>`;
