import type { IDataObject } from 'n8n-workflow';

import { parseBody } from '../../../nodes/MessagingService/engine/answer';
import {
	commonInput,
	type Operation,
	type Plan,
	type Planned,
	type ServiceRequest,
} from '../../../nodes/MessagingService/engine/operation';
import { wordsForProblem } from '../../../nodes/MessagingService/engine/output/words';
import { redactor } from '../../../nodes/plain';

/** What one operation makes of the values of an item and of an answer: pure, so without n8n. */

/** Of the operation's own fields, and of the options that all have. */
export type Values = Record<string, unknown>;

function planned(operation: Operation, values: Values, facts?: unknown): Planned {
	const parsed = operation.parse(values);
	return parsed.ok ? parsed.planItem(commonInput.parse(values), facts) : parsed;
}

/** What is wrong, as a person reads it; nothing where it may be sent. */
export function problemsOf(operation: Operation, values: Values, facts?: unknown): string[] {
	const found = planned(operation, values, facts);
	return found.ok ? [] : found.problems.map(wordsForProblem);
}

export function planOf(operation: Operation, values: Values, facts?: unknown): Plan {
	const plan = planOrProblems(operation, values, facts);
	if (typeof plan === 'string') throw new Error(plan);
	return plan;
}

/** What would be sent, or in words what is wrong. */
export function planOrProblems(
	operation: Operation,
	values: Values,
	facts?: unknown,
): Plan | string {
	const found = planned(operation, values, facts);
	return found.ok ? found.plan : found.problems.map(wordsForProblem).join('; ');
}

/** The body as it would be sent, or in words what is wrong. */
export function bodyOf(operation: Operation, values: Values, facts?: unknown): unknown {
	const plan = planOrProblems(operation, values, facts);
	if (typeof plan === 'string') return plan;
	const { json, form, multipart } = plan.request;
	return json ?? form ?? multipart;
}

export const requestOf = (operation: Operation, values: Values, facts?: unknown): ServiceRequest =>
	planOf(operation, values, facts).request;

/** How the operation understands the body of a success. */
export function readingOf(operation: Operation, values: Values, text: string) {
	const body = parseBody(text);
	const read = body.form === 'unreadable' ? ({ form: 'text', value: text } as const) : body;
	return planOf(operation, values).answer.items(read, redactor([]));
}

/** What comes out for an item after this answer. */
export function outputOf(operation: Operation, values: Values, text: string): IDataObject[] {
	const read = readingOf(operation, values, text);
	if (read.kind !== 'data') throw new Error(JSON.stringify(read));
	return read.data;
}

/** An answer in the service's envelope. */
export const enveloped = (data: unknown): string =>
	JSON.stringify({ error: false, message: 'ok', data });

export const xmlEnveloped = (data: string): string =>
	`<?xml version="1.0"?><r><error>false</error><message>ok</message><data>${data}</data></r>`;
