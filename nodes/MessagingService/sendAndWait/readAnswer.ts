import type { IDataObject } from 'n8n-workflow';

import type { Result } from '../../plain';
import type { FormField, Question } from '../operations/question';

/** Anyone with the link may post anything, so every value is checked. */

export const NAMES = { approved: 'approved', reason: 'reason', text: 'text' } as const;

export const nameOfField = (index: number): string => `field-${index}`;

export const LONGEST_TEXT = 10_000;
export const LONGEST_LINE = 1000;

export type Fields = Readonly<Record<string, unknown>>;

export type Read = Result<{ data: IDataObject }, { wrong: ReadonlySet<string> }>;

const wrongAt = (...names: string[]): Read => ({ ok: false, wrong: new Set(names) });

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

/** Buttons in the chat come in pairs. */
export const canDecline = ({ approvalOptions, askedInChat }: Question): boolean =>
	approvalOptions.values.approvalType === 'double' || askedInChat !== undefined;

function readApproval(fields: Fields, question: Question): Read {
	const approved = own(fields, NAMES.approved);
	if (approved === 'true') return { ok: true, data: { approved: true } };
	if (approved !== 'false' || !canDecline(question)) return wrongAt(NAMES.approved);
	const reason = textIn(fields, NAMES.reason, LONGEST_TEXT);
	if (reason === undefined) return wrongAt(NAMES.reason);
	// In a human review, n8n passes `chatInput` to the agent.
	return { ok: true, data: { approved: false, ...(reason !== '' && { chatInput: reason }) } };
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

function readField(fields: Fields, name: string, field: FormField): Value {
	const { fieldType: type, requiredField: isRequired } = field;
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

function readForm(fields: Fields, form: readonly FormField[]): Read {
	const wrong = new Set<string>();
	const data: IDataObject = {};
	for (const [index, field] of form.entries()) {
		const name = nameOfField(index);
		const value = readField(fields, name, field);
		if (value === undefined) wrong.add(name);
		else data[field.fieldLabel] = value;
	}
	return wrong.size === 0 ? { ok: true, data } : { ok: false, wrong };
}

export function readAnswer(question: Question, fields: Fields): Read {
	switch (question.responseType) {
		case 'approval':
			return readApproval(fields, question);
		case 'freeText': {
			const text = textIn(fields, NAMES.text, LONGEST_TEXT);
			return text === undefined || text === '' ? wrongAt(NAMES.text) : { ok: true, data: { text } };
		}
		case 'customForm':
			return readForm(fields, question.formFields.values);
	}
}
