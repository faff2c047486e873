import { startSimulator } from '../simulator';
import { BUSINESS_WEBHOOK, EVENTS } from '../simulator/facts/events';
import type { Push } from '../simulator/service/callbacks';
import { faultsOf, faultsOfResponse, isSuccessOf } from './contract';

const CALLBACKS = { ...EVENTS, business: BUSINESS_WEBHOOK };
const TYPES = {
	json: 'application/json',
	form: 'application/x-www-form-urlencoded',
	query: '',
};

const fieldsOf = ({ query, contentType = '', body = '' }: Push): unknown => {
	if (contentType.includes('json')) return JSON.parse(body);
	return query ?? Object.fromEntries(new URLSearchParams(body));
};

/** A simulator of which each response and callback is held against the OpenAPI file. */
export async function startHeld(...given: Parameters<typeof startSimulator>) {
	const simulator = await startSimulator(...given);
	const faults: string[] = [];
	const note = (what: string, found: ReturnType<typeof faultsOf>) => {
		for (const { instancePath, message } of found)
			faults.push(`${what}: ${instancePath} ${message ?? ''}`);
	};
	simulator.service.on('answered', ({ name }, { status, body, format }) => {
		// An SMS in XML has another form.
		if (format === 'xml') return;
		if (status < 300 && !isSuccessOf(name, status)) faults.push(`${name}: code ${status}`);
		note(name, faultsOfResponse(name, status, JSON.parse(JSON.stringify(body))));
	});
	simulator.service.on('pushed', (kind, push) => {
		const { method, contentType = '' } = push;
		const { methods, sentAs } = CALLBACKS[kind];
		if (!methods.some((one) => one === method) || contentType !== TYPES[sentAs])
			faults.push(`${kind}: ${method} as ${contentType}`);
		note(kind, faultsOf(`callback.${kind}`, fieldsOf(push)));
	});
	return {
		...simulator,
		/** Fails if something was not as the file says. */
		expectDocumented: () => {
			const found = faults.splice(0);
			if (found.length > 0) throw new Error(`Not as the OpenAPI file says:\n${found.join('\n')}`);
		},
	};
}
