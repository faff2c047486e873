import type { IDataObject } from 'n8n-workflow';

import type { Result } from '../../plain';
import { WORDS, type FormField, type Question } from '../operations/question';

/** Anyone with the link may post anything, so every value is checked. */

/** The panel says it too. */
export const LONGEST_TEXT = 10_000;
export const LONGEST_LINE = 1000;

export type Fields = Readonly<Record<string, unknown>>;

export type Read = Result<{ data: IDataObject }, { wrong: ReadonlySet<string> }>;

export const own = (fields: Fields, name: string): unknown =>
	Object.hasOwn(fields, name) ? fields[name] : undefined;

const CONTROL = /(?![\n\t])\p{Cc}/gu;

/** Returns undefined for a value that is too long or not text. A missing field counts as empty. */
function textIn(fields: Fields, name: string, longest: number): string | undefined {
	const value = own(fields, name) ?? '';
	if (typeof value !== 'string') return undefined;
	const text = value.replace(/\r\n?/g, '\n').replace(CONTROL, '').trim();
	return text.length <= longest ? text : undefined;
}

export const canDecline = ({ approvalOptions }: Question): boolean =>
	approvalOptions.values.approvalType === 'double';

export interface NamedField extends FormField {
	/** The name on the page. */
	name: string;
	/** The name in the output. */
	key: string;
}

const textArea = (name: string, key: string, fieldLabel: string, requiredField: boolean) => ({
	name,
	key,
	fieldLabel,
	requiredField,
	fieldType: 'textarea' as const,
	fieldOptions: { values: [] },
});

export function fieldsOf(question: Question): NamedField[] {
	const words = WORDS[question.pageLanguage];
	switch (question.responseType) {
		case 'approval': {
			// In a human review, n8n passes `chatInput` to the agent.
			const reason = textArea('reason', 'chatInput', words.reasonLabel, false);
			return canDecline(question) ? [reason] : [];
		}
		case 'freeText':
			return [textArea('text', 'text', words.answerLabel, true)];
		case 'customForm':
			return question.formFields.values.map((field, at) => ({
				...field,
				name: `field-${at}`,
				key: field.fieldLabel,
			}));
	}
}

function isDate(text: string): boolean {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
	const at = Date.parse(`${text}T00:00:00Z`);
	return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

const DECIMAL = /^[-+]?\d{1,15}(?:[.,]\d{1,15})?$/;
const GROUPED = /^[-+]?[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3}){0,3}(?:(?!\1)[.,]\d{1,15})?$/;

/** A dot or a comma groups thousands in some countries and begins decimals in others, so 120.000 has two readings. */
export function readingsOf(text: string): number[] {
	const [, separator] = GROUPED.exec(text) ?? [];
	return [
		...(DECIMAL.test(text) ? [text] : []),
		...(separator === undefined ? [] : [text.replaceAll(separator, '')]),
	].map((reading) => Number(reading.replace(',', '.')));
}

const EMAIL = /^[^\s@<>"(),;:\\]{1,64}@[^\s@<>"(),;:\\]{1,190}\.[^\s@<>"(),;:\\.]{2,63}$/;

/** Null means that the field is empty. Undefined means that its value is wrong. */
type Value = string | number | string[] | null | undefined;

export const choicesOf = ({ fieldOptions }: FormField): string[] =>
	fieldOptions.values.map(({ option }) => option);

function readChoices(given: unknown, field: FormField): Value {
	const choices = choicesOf(field);
	const list: unknown[] = given === undefined ? [] : [given].flat();
	const chosen = choices.filter((choice) => list.includes(choice));
	const isForeign = list.some((one) => typeof one !== 'string' || !choices.includes(one));
	return isForeign || (field.requiredField && chosen.length === 0) ? undefined : chosen;
}

function readField(fields: Fields, field: NamedField): Value {
	const { name, fieldType: type, requiredField: isRequired } = field;
	if (type === 'checkbox') return readChoices(own(fields, name), field);
	const text = textIn(fields, name, type === 'textarea' ? LONGEST_TEXT : LONGEST_LINE);
	if (text === '') return isRequired ? undefined : null;
	if (text === undefined) return undefined;
	switch (type) {
		case 'number': {
			const [value, other] = readingsOf(text);
			return other === undefined ? value : undefined;
		}
		case 'date':
			return isDate(text) ? text : undefined;
		case 'email':
			return EMAIL.test(text) ? text : undefined;
		case 'dropdown':
			return choicesOf(field).includes(text) ? text : undefined;
		default:
			return text;
	}
}

function readForm(question: Question, fields: Fields): Read {
	const wrong = new Set<string>();
	const data: IDataObject = {};
	for (const field of fieldsOf(question)) {
		const value = readField(fields, field);
		if (value === undefined) wrong.add(field.name);
		else data[field.key] = value;
	}
	return wrong.size === 0 ? { ok: true, data } : { ok: false, wrong };
}

export function readAnswer(question: Question, fields: Fields): Read {
	if (question.responseType !== 'approval') return readForm(question, fields);
	const approved = own(fields, 'approved');
	if (approved === 'true') return { ok: true, data: { approved: true } };
	if (approved !== 'false' || !canDecline(question)) {
		return { ok: false, wrong: new Set(['approved']) };
	}
	const read = readForm(question, fields);
	if (!read.ok) return read;
	const { chatInput } = read.data;
	return { ok: true, data: { approved: false, ...(chatInput !== null && { chatInput }) } };
}
