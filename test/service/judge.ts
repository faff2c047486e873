import type { ErrorObject } from 'ajv/dist/2020';

import { faultsOfResponse, operationAt } from '../support/contract';

/** Holds a success of the service against the OpenAPI files. No sentence shows a value. */

export interface Response {
	method: string;
	path: string;
	status: number;
	text: string;
}

export interface Judged {
	differences: string[];
	/** What the documentation leaves open. */
	harmless: string[];
}

/** The documentation calls all of them a success (Errors). */
const SUCCESSES = [200, 201, 202, 204];

const nameOf = (pointer: string) =>
	pointer.slice(1).replace(/\/\d+/g, '[]').replaceAll('/', '.') || 'body';

function wordsOf({ keyword, instancePath, params, parentSchema, message }: ErrorObject): string {
	const name = nameOf(instancePath);
	if (keyword === 'additionalProperties') return `${name} has ${params.additionalProperty} too`;
	if (keyword === 'pattern') return `${name} is not ${String(parentSchema?.description)}`;
	return `${name} ${message ?? ''}`;
}

const isOpen = ({ keyword, parentSchema }: ErrorObject) =>
	keyword === 'additionalProperties' || parentSchema?.['x-decided'] === true;

export function judged({ method, path, status, text }: Response): Judged {
	const operation = operationAt(method, path.split('?')[0] ?? '');
	if (operation === undefined)
		return { differences: [`${method} is not documented`], harmless: [] };
	const differences = SUCCESSES.includes(status) ? [] : [`its code is ${status}`];
	const harmless =
		differences.length > 0 || String(status) in operation.responses
			? []
			: [`its code is ${status}`];
	const nulls = new Set<string>();
	let body: unknown;
	try {
		// In a field that may be missing, null says the same.
		body = JSON.parse(text, (name, value: unknown) => {
			if (value === null) nulls.add(name);
			return value ?? undefined;
		});
	} catch {
		return { differences: [...differences, 'its body is not JSON'], harmless };
	}
	const faults = faultsOfResponse(operation.operationId, 200, body);
	const found = (open: boolean) => faults.filter((one) => isOpen(one) === open).map(wordsOf);
	return {
		differences: [...new Set([...differences, ...found(false)])],
		harmless: [
			...new Set([...harmless, ...found(true), ...[...nulls].map((name) => `${name} is null`)]),
		],
	};
}
