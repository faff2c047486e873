import type { IDataObject } from 'n8n-workflow';

import { parseBody } from '../../../nodes/MessagingService/engine/answer';
import {
	commonInput,
	ItemFile,
	type Operation,
	type Plan,
} from '../../../nodes/MessagingService/engine/operation';
import { wordsForProblem } from '../../../nodes/MessagingService/engine/output/words';
import { redactor } from '../../../nodes/plain';

/** One item of an operation, checked and planned without n8n. */

export type Values = Record<string, unknown>;

/** What would be sent, or in words what is wrong. */
export function planOf(operation: Operation, values: Values, facts?: unknown): Plan | string {
	const parsed = operation.parse(values);
	const checked = parsed.ok ? parsed.planItem(commonInput.parse({}), facts) : parsed;
	if (checked.ok) return checked.plan;
	return checked.problems.map(wordsForProblem).join('; ');
}

/** The body as it would be sent, or in words what is wrong. */
export function bodyOf(operation: Operation, values: Values, facts?: unknown): unknown {
	const plan = planOf(operation, values, facts);
	if (typeof plan === 'string') return plan;
	const { json, form, multipart } = plan.request;
	return json ?? form ?? multipart;
}

/** What comes out after this answer, or in words why nothing does. */
export function outputOf(
	operation: Operation,
	values: Values,
	text: string,
): IDataObject[] | string {
	const plan = planOf(operation, values);
	const body = parseBody(text);
	if (typeof plan === 'string') return plan;
	if (body.form === 'unreadable') return body.why;
	const read = plan.answer.items(body, redactor([]));
	return read.kind === 'data' ? read.data : read.kind;
}

/** A file of an item, whose first bytes are these. */
export const fileOf = (
	bytes: Buffer | undefined,
	{ name, mime = 'application/octet-stream' }: { name?: string; mime?: string } = {},
): ItemFile =>
	new ItemFile(
		name,
		mime,
		bytes?.length ?? 100,
		'file-1',
		() => Promise.resolve(bytes ?? Buffer.alloc(0)),
		bytes,
	);
