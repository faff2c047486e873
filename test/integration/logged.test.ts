import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { optionsOf } from '../../nodes/MessagingService/engine/operation';
import { runNode } from '../support/harness';
import { exampleOf, ID, OPERATIONS } from '../support/operations';
import { loginTo, nodeAt } from '../support/login';
import type { Answer } from '../support/service';
import { useService } from '../support/useService';

/** n8n writes the message of an error to its log and to its event log, so it holds nothing of an item. */

/** A text and a number that nothing else has. */
const MARK = 'zq7x';
const DIGITS = '5550777';

const holds = (text = ''): boolean => text.toLowerCase().includes(MARK) || text.includes(DIGITS);

/** Values of many kinds. Each field refuses some of them. */
const PLANTED = [
	`“${MARK}” ”${MARK}“ ‘${MARK}’`,
	`${MARK}\t${MARK}     ${MARK}\n${'😀'.repeat(2100)}`,
	`0812-${DIGITS}-x9`,
	`08125${DIGITS}`,
	`https://${MARK}.example/${MARK}.${MARK}`,
	`90.${DIGITS} seconds`,
	`={{ JSON.parse("${MARK}") }}`,
	`={{ [{ key: "${MARK}", value: ["${MARK}"] }, "${MARK}"] }}`,
	`={{ { ${MARK}: "${MARK}" } }}`,
	`={{ ${DIGITS}.5 }}`,
	`{"body":[{"key":"${MARK}","${MARK}":1}],"header":{"format":"${MARK}"},"${MARK}":1}`,
	`["${MARK}","${MARK}","${MARK}"]`,
];

/** The service refuses in each of these forms, and quotes what was sent. */
const ANSWERS: Answer[] = [
	...[400, 403, 409, 500].map((status) => ({ status, json: { error: true, message: MARK } })),
	{ status: 422, json: { detail: [{ loc: ['body', MARK], msg: `is ${DIGITS}`, type: 'x' }] } },
	{ status: 422, text: `<e><message>${MARK}</message></e>` },
	{ json: { error: true, message: `${MARK}” “${MARK}`, data: { [MARK]: MARK } } },
	{ json: { error: false, data: { ref_no: { [MARK]: MARK }, [MARK]: [MARK] } } },
	{ json: { error: MARK, success: false, status: MARK, message: MARK, data: MARK } },
	{ json: { results: [{ status: MARK, messageid: '', destination: DIGITS }] } },
	{ text: `${MARK} ${DIGITS}` },
	{ text: `<html>${MARK}</html>` },
];

const REFUSED: Answer = { status: 400, json: { error: true } };

const TEMPLATES: Answer = {
	json: {
		error: false,
		data: [
			{ id: ID, name: MARK, status: 'Approved', category: MARK, body: `${MARK} {{1}} ${MARK}` },
		],
	},
};

/** The parameters that show a field, and a value in it. */
function placed({ name, displayOptions }: INodeProperties, value: unknown): INodeParameters {
	const shown = Object.entries(displayOptions?.show ?? {}).map(([other, values]) => [
		other,
		values?.[0],
	]);
	return { ...Object.fromEntries(shown), [name]: value } as INodeParameters;
}

/** Each field of an operation with this value in it, and each field inside of a collection. */
function plantedIn(fields: readonly INodeProperties[], value: string): INodeParameters[] {
	return fields.flatMap((field) => {
		const inner = (field.options ?? []).flatMap((option) =>
			'values' in option
				? option.values.flatMap((one) => {
						const entry = placed(one, value);
						const isList = field.typeOptions?.multipleValues === true;
						return [placed(field, { [option.name]: isList ? [entry, entry] : entry })];
					})
				: [],
		);
		return [placed(field, value), ...inner];
	});
}

describe('Message of an error', () => {
	const service = useService();
	const file = { data: 'AAAA', mimeType: `image/${MARK}`, fileName: `${MARK}.${MARK}` };

	let runs = 0;

	/** Each run has an account of its own, so that no run waits for the limit of another. */
	const run = (parameters: INodeParameters) => {
		const login = loginTo(service.url);
		return runNode(
			nodeAt(service.url, parameters, {
				credentials: {
					...login,
					messagingServiceApi: { ...login.messagingServiceApi, apiKey: `key-${++runs}` },
				},
				files: { 0: { [MARK]: file } },
				executionId: '1',
				waitingUrl: 'https://n8n.example.com/webhook-waiting',
			}),
		);
	};

	/** What a person can read of a value where the node refuses it. n8n itself refuses some of them. */
	async function seen(parameters: INodeParameters) {
		const done = await run(parameters).catch((error: unknown) => {
			if (!(error instanceof Error) || error.name !== 'WorkflowHasIssuesError') throw error;
		});
		const error = done?.error;
		if (!error) return 'accepted';
		const logged = [error.message, error.stack, done.run.data.resultData.error?.message];
		if (logged.some(holds)) return { parameters, logged };
		return holds(error.description) ? 'quoted' : 'refused';
	}

	it.each(OPERATIONS)('$name quotes no value of an item', async ({ name, resource, operation }) => {
		service.answer = ({ path }) => (path.endsWith('/templates') ? TEMPLATES : REFUSED);
		const item: INodeParameters = { ...exampleOf(name).item, resource, operation: operation.value };
		const isSend = operation.effect === 'send';
		const own = { ...(item.options as INodeParameters), ...(isSend && { validateOnly: true }) };
		const optional = optionsOf(operation.effect, operation.fields, operation.options);
		const results = [];
		for (const [at, value] of PLANTED.entries()) {
			const all = [
				...plantedIn(operation.fields, value).map((one) => ({ ...item, ...one, options: own })),
				...plantedIn(optional, value).map((one) => ({ ...item, options: { ...own, ...one } })),
			];
			// A field gets half of the values, and the next one the others. All of them would take a minute.
			const some = all.filter((_, field) => (field + at) % 2 === 0);
			for (const parameters of some) results.push(await seen(parameters));
		}
		expect(results.filter((one) => typeof one === 'object')).toEqual([]);
		expect(results.includes('quoted')).toBe(isSend);
	});

	it.each(OPERATIONS)(
		'$name quotes no words of the service',
		async ({ name, resource, operation }) => {
			const results = [];
			const parameters = { ...exampleOf(name).item, resource, operation: operation.value };
			for (const answer of ANSWERS) {
				// A read is repeated, which takes long.
				if (answer.status === 500 && operation.effect === 'read') continue;
				service.answer = ({ method }) =>
					method === 'GET' && operation.effect === 'send'
						? { json: { error: false, data: [] } }
						: answer;
				results.push(await seen({ ...parameters, parametersMode: 'none', waitFor: 'none' }));
			}
			expect(results.filter((one) => typeof one === 'object')).toEqual([]);
		},
	);
});
