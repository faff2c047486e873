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

/** Types are documented, also those of fields whose values are not. */
const isOpen = ({ keyword, parentSchema }: ErrorObject) =>
	keyword === 'additionalProperties' ||
	(keyword !== 'type' && parentSchema?.['x-decided'] === true);

export function judged({ method, path, status, text }: Response): Judged {
	const operation = operationAt(method, path.split('?')[0] ?? '');
	if (operation === undefined)
		return { differences: [`${method} is not documented`], harmless: [] };
	const code = `its code is ${status}`;
	const isSuccess = SUCCESSES.includes(status);
	const differences = new Set(isSuccess ? [] : [code]);
	const harmless = new Set(isSuccess && !(String(status) in operation.responses) ? [code] : []);
	const faultsOf = (body: unknown) => faultsOfResponse(operation.operationId, 200, body);
	try {
		// In a field that may be missing, null says the same.
		const withoutNull = faultsOf(JSON.parse(text, (_name, value: unknown) => value ?? undefined));
		for (const one of withoutNull) (isOpen(one) ? harmless : differences).add(wordsOf(one));
		const required = withoutNull.map(({ params }) => params.missingProperty);
		for (const { data, instancePath } of faultsOf(JSON.parse(text)))
			if (data === null && !required.includes(instancePath.split('/').at(-1)))
				harmless.add(`${nameOf(instancePath)} is null`);
	} catch {
		differences.add('its body is not JSON');
	}
	return { differences: [...differences], harmless: [...harmless] };
}
