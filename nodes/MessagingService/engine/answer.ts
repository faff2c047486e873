import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import {
	faultOfData,
	insideRoot,
	isBlank,
	isGiven,
	isObject,
	longIntegersAsText,
	parseXml,
	saidIn,
	typed,
	type Redact,
} from '../../plain';
import { envelope, failureSaidIn } from '../../service';
import type { Effect, Failure } from './outcome';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

interface ReadableBody {
	form: 'json' | 'xml';
	value: Json;
}

/** Of a text that holds no data, `why` says what it is instead. */
type AnswerBody = ReadableBody | { form: 'text'; value: string; why: string; isPage: boolean };

/** Checking more values against a schema takes seconds. A list of 3,000 templates has fewer. */
const MOST_READ = 60_000;

/** Parsing XML takes far longer than parsing JSON, so its tags are counted before. An element has two. */
const hasMoreTags = (xml: string) => xml.split('<', 2 * MOST_READ + 2).length > 2 * MOST_READ + 1;

/** Reads the form of a body from its content, because the service sends XML also where JSON was asked for. */
export function parseBody(text: string): AnswerBody {
	const trimmed = text.replace(/^\uFEFF/, '').trim();
	const unreadable = (why: string, isPage = false): AnswerBody => ({
		form: 'text',
		value: trimmed,
		why,
		isPage,
	});
	if (trimmed === '') return unreadable('nothing');
	if (/^<(!doctype\s+html|html|head|body)\b/i.test(trimmed)) return unreadable('a web page', true);
	const form = trimmed.startsWith('<') ? 'xml' : 'json';
	if (form === 'xml' && hasMoreTags(trimmed)) return unreadable('too many values');
	try {
		const parsed: unknown =
			form === 'xml' ? insideRoot(parseXml(trimmed)) : JSON.parse(longIntegersAsText(trimmed));
		const fault = faultOfData(parsed, MOST_READ);
		if (fault !== undefined) return unreadable(fault);
		// Both parsers return only JSON values.
		return { form, value: parsed as Json };
	} catch {
		return unreadable(form === 'xml' ? 'broken XML' : 'something that is not JSON');
	}
}

/** The service may write the digits of a reference number, a destination or a status as a number. */
export const reference = z.union([z.string(), z.number()]).transform(String);

/** The content of a response with a success code. It may report an error, or have an undocumented form. */
export type Read<Data> =
	| { kind: 'data'; data: Data }
	| {
			kind: 'refused';
			/** The service's own words, and what they mean if that is documented. */
			words: string;
			meaning?: string | undefined;
			advice: string;
			fate: Failure['fate'];
			code?: number | string;
			isOfAll?: boolean;
			fields?: IDataObject;
	  }
	| { kind: 'undocumented'; where: string; fate: Failure['fate'] }
	| { kind: 'unreadable' };

export type AnswerReader<Data> = (body: AnswerBody) => Read<Data>;

export interface ExpectedAnswer {
	effect: Effect;
	/** The output of a message that was accepted by a response without a body. */
	withoutContent?: IDataObject[];
	items: (body: AnswerBody, redact: Redact) => Read<IDataObject[]>;
}

/** Every reader's data passes through here, where secrets are removed. */
export const expectedAnswer = <Data>(
	effect: Effect,
	reader: AnswerReader<Data>,
	output: (data: Data) => IDataObject[],
): ExpectedAnswer => ({
	effect,
	items: (body, redact) => {
		const content = reader(body);
		if (content.kind !== 'data') return content;
		// Redaction replaces texts only, so the data keeps its type.
		return { ...content, data: output(redact.data(content.data) as Data) };
	},
});

/** It is shown as it is, so no schema of an answer has an enum, whose fault quotes the value. */
function firstFault(error: z.ZodError, inside: string[] = []): string {
	const issue = error.issues[0];
	if (issue === undefined) return 'unknown fault';
	const path = [...inside, ...issue.path];
	return `${path.length > 0 ? path.join('.') : 'answer'}: ${issue.message.toLowerCase()}`;
}

const isEmpty = (data: unknown) =>
	!isGiven(data) || isBlank(data) || (isObject(data) && Object.keys(data).length === 0);

/** @param failureIn finds an undocumented failure beside the data of a success */
export function enveloped<Data>(
	schema: z.ZodType<Data, z.ZodTypeDef, unknown>,
	failureIn: (fields: IDataObject) => string | undefined = failureSaidIn,
): AnswerReader<Data> {
	const whole = envelope.extend({ data: schema });
	return ({ form, value }) => {
		if (form === 'text') return { kind: 'unreadable' };
		const outer = envelope.safeParse(form === 'xml' ? typed(whole, value) : value);
		if (!outer.success) {
			return { kind: 'undocumented', where: firstFault(outer.error), fate: 'uncertain' };
		}
		const { error, data: inner } = outer.data;
		const data = schema.safeParse(inner);
		// Without the documented word, a failure counts only beside the data of a success. Other data is uncertain anyway.
		const words =
			error === true ? saidIn(outer.data) : data.success && failureIn(outer.data as IDataObject);
		if (typeof words === 'string') {
			// An error with the data of a success contradicts itself, so the message may have been accepted.
			const isCertain = error === true && !(data.success && !isEmpty(inner));
			const advice = isCertain
				? 'Correct what the service names, then run again.'
				: 'Look for it in the service’s web application.';
			return { kind: 'refused', words, advice, fate: isCertain ? 'notSent' : 'uncertain' };
		}
		if (data.success) return { kind: 'data', data: data.data };
		return {
			kind: 'undocumented',
			where: firstFault(data.error, ['data']),
			// Only data next to the service's own word that there was no error means accepted, even if it cannot be read.
			fate: error === false && isGiven(inner) ? 'unreadable' : 'uncertain',
		};
	};
}
