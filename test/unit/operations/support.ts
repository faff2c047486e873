import type { IDataObject } from 'n8n-workflow';

import { parseBody } from '../../../nodes/MessagingService/engine/answer';
import {
	commonInput,
	type Operation,
	type Plan,
	type ServiceRequest,
} from '../../../nodes/MessagingService/engine/operation';
import { wordsForProblem } from '../../../nodes/MessagingService/engine/output/words';
import { redactor } from '../../../nodes/plain';

/** What one operation makes of an item's values and of a response: pure functions, without n8n. */

export type Values = Record<string, unknown>;

function planned(operation: Operation, values: Values, facts?: unknown): Plan | string[] {
	const found = operation.plan(values, commonInput.parse(values), facts);
	return found.ok ? found.plan : found.problems.map(wordsForProblem);
}

/** One text for each problem, as a user reads it. */
export function problemsOf(operation: Operation, values: Values, facts?: unknown): string[] {
	const found = planned(operation, values, facts);
	return Array.isArray(found) ? found : [];
}

/** The plan, or in words what is wrong. */
export function planOrProblems(...given: Parameters<typeof planned>): Plan | string {
	const found = planned(...given);
	return Array.isArray(found) ? found.join('; ') : found;
}

export function planOf(...given: Parameters<typeof planned>): Plan {
	const plan = planOrProblems(...given);
	if (typeof plan === 'string') throw new Error(plan);
	return plan;
}

export const requestOf = (...given: Parameters<typeof planned>): ServiceRequest =>
	planOf(...given).request;

/** The body as it would be sent, or in words what is wrong. */
export function bodyOf(...given: Parameters<typeof planned>): unknown {
	const plan = planOrProblems(...given);
	if (typeof plan === 'string') return plan;
	const { json, form, multipart } = plan.request;
	return json ?? form ?? multipart;
}

export function readingOf(operation: Operation, values: Values, text: string) {
	return planOf(operation, values).answer.items(parseBody(text), redactor(''));
}

export function outputOf(operation: Operation, values: Values, text: string): IDataObject[] {
	const read = readingOf(operation, values, text);
	if (read.kind !== 'data') throw new Error(JSON.stringify(read));
	return read.data;
}
