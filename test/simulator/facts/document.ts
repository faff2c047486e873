import { FACTS, type Fact } from './endpoints';
import { EVENTS, type Event } from './events';
import { BUSINESS_FILES, HEADER_EXTENSIONS, UNOFFICIAL_FILES } from './files';
import { places, type Kind, type Place } from './kinds';
import * as limits from './limits';
import { CALLBACK_WORDS, SMS_STATUSES, STATUS_NAMES, TEST_HOST_REFERENCES } from './statuses';

/** The path of a place, such as parameters.body[].value. */
const pathOf = ({ path }: Place): string =>
	path
		.map((part) => (typeof part === 'number' ? '[]' : `.${part}`))
		.join('')
		.slice(1);

/** A fact of a field as a sentence. */
export function sentenceOf(place: Place): string {
	const { field, variant } = place;
	const of = variant === '' ? '' : ` of type ${variant}`;
	const presence = field.presence === 'by rule' ? '' : `${field.presence}, `;
	return `\`${pathOf(place)}\`${of} is ${presence}${field.words}`;
}

const listOf = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');

const fieldsOf = (kind: Kind) => listOf(places(kind).map(sentenceOf));

const valuesOf = (values: object) =>
	listOf(
		Object.entries(values).flatMap(([name, value]) =>
			typeof value === 'function' ? [] : [`\`${name}\`: \`${JSON.stringify(value)}\``],
		),
	);

const endpoint = ({ method, path, sentAs, body, success, data }: Fact): string[] => [
	`## ${method} ${path}`,
	...(sentAs === 'nothing' ? [] : [`The body is sent as ${sentAs}:`, fieldsOf(body)]),
	`A success is answered ${success}, with ${data.words}:`,
	fieldsOf(data),
];

const event = ([kind, { methods, sentAs, data }]: [string, Event]): string[] => [
	`## Callback ${kind}`,
	`It comes by ${methods.join(' or ')}, its fields as ${sentAs}:`,
	fieldsOf(data),
];

/** The table of facts in sentences. A test compares it with FACTS.md. */
export const factsDocument = (): string =>
	`${[
		'# What the service documents, and how it is read',
		'Written from the table of facts by `UPDATE_DOCS=1 npm run test:simulator`. A fact that changes shows here.',
		...FACTS.flatMap(endpoint),
		...Object.entries(EVENTS).flatMap(event),
		'## Limits',
		valuesOf(limits),
		'## Files',
		valuesOf({ ...BUSINESS_FILES, unofficial: UNOFFICIAL_FILES }),
		'Extensions of the header above buttons:',
		valuesOf(HEADER_EXTENSIONS),
		'## Codes and words',
		valuesOf(STATUS_NAMES),
		'The Official status callback says:',
		valuesOf(CALLBACK_WORDS),
		'References of the test host, and SMS statuses:',
		valuesOf({ ...TEST_HOST_REFERENCES, ...SMS_STATUSES }),
	].join('\n\n')}\n`;
