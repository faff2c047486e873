import { FACTS } from './endpoints';
import { EVENTS, type Event } from './events';
import { BUSINESS_FILES, HEADER_EXTENSIONS, UNOFFICIAL_FILES } from './files';
import { places, type Kind, type Place } from './kinds';
import * as limits from './limits';
import { CALLBACK_WORDS, SMS_STATUSES, STATUS_NAMES, TEST_HOST_REFERENCES } from './statuses';

/** The path of a field, such as parameters.body[].value. */
export const pathOf = ({ path }: Place): string =>
	path
		.map((part) => (typeof part === 'number' ? '[]' : `.${part}`))
		.join('')
		.replace(/^\./, '');

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
		Object.entries(values)
			.filter(([, value]) => typeof value !== 'function')
			.map(([name, value]) => `\`${name}\`: \`${JSON.stringify(value)}\``),
	);

/** The table of facts in sentences, as `npm run simulator -- --facts` prints it. */
export const factsDocument = (): string =>
	[
		'# What the service documents, and how it is read',
		...FACTS.flatMap(({ method, path, sentAs, body, success, data }) => [
			`## ${method} ${path}`,
			...(sentAs === 'nothing' ? [] : [`The body is sent as ${sentAs}:`, fieldsOf(body)]),
			`The response to a success is ${success}, with ${data.words}:`,
			fieldsOf(data),
		]),
		...Object.entries<Event>(EVENTS).flatMap(([kind, { methods, sentAs, data }]) => [
			`## Callback ${kind}`,
			`It comes by ${methods.join(' or ')}, its fields as ${sentAs}:`,
			fieldsOf(data),
		]),
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
		'References of the test host:',
		valuesOf(TEST_HOST_REFERENCES),
		'SMS statuses:',
		valuesOf(SMS_STATUSES),
	].join('\n\n');
