import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { isBlank, typed, type Redact } from '../../../plain';
import { asEnvelope, envelope, serviceWords } from '../../../service';
import type { Effect, Failure } from '../outcome';
import type { AnswerBody } from './body';

/** The service may write the digits of a reference number, a destination or a status as a number. */
export const reference = z.union([z.string(), z.number()]).transform(String);

/** The content of a response with a success code. It may report an error, or have an undocumented form. */
export type Read<Data> =
	| { kind: 'data'; data: Data }
	| {
			kind: 'refused';
			words: string;
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
	items: (body: AnswerBody, redact: Redact) => Read<IDataObject[]>;
}

/** Every reader's data passes through here, where secrets are removed, so no output can hold one. */
export const expectedAnswer = <Data>(
	effect: Effect,
	reader: AnswerReader<Data>,
	output: (data: Data) => IDataObject[],
): ExpectedAnswer => ({
	effect,
	items: (body, redact) => {
		const read = reader(body);
		if (read.kind !== 'data') return read;
		// Redaction replaces texts only, so the data keeps its type.
		return { kind: 'data', data: output(redact.data(read.data) as Data) };
	},
});

function firstFault(error: z.ZodError, inside: string[] = []): string {
	const issue = error.issues[0];
	if (issue === undefined) return 'unknown fault';
	const path = [...inside, ...issue.path];
	return `${path.length > 0 ? path.join('.') : 'answer'}: ${issue.message.toLowerCase()}`;
}

export const isEmpty = (data: unknown) =>
	data === undefined ||
	data === null ||
	isBlank(data) ||
	(typeof data === 'object' && Object.keys(data).length === 0);

export function enveloped<Data>(
	schema: z.ZodType<Data, z.ZodTypeDef, unknown>,
): AnswerReader<Data> {
	const whole = envelope.extend({ data: schema });
	return ({ form, value: whatCame }) => {
		if (form === 'text') return { kind: 'unreadable' };
		const value = asEnvelope(whatCame);
		const outer = envelope.safeParse(form === 'xml' ? typed(whole, value) : value);
		if (!outer.success) {
			return { kind: 'undocumented', where: firstFault(outer.error), fate: 'uncertain' };
		}
		const { error, data: given } = outer.data;
		const data = schema.safeParse(given);
		if (error === true) {
			return {
				kind: 'refused',
				words: serviceWords(outer.data) ?? 'it gave no reason',
				advice: 'Correct what the service names, then run again.',
				// An error with the data of a success contradicts itself, so the message may have been accepted.
				fate: data.success && !isEmpty(given) ? 'uncertain' : 'notSent',
			};
		}
		if (data.success) return { kind: 'data', data: data.data };
		return {
			kind: 'undocumented',
			where: firstFault(data.error, ['data']),
			// A success code with data and without an error means accepted, even if the data cannot be read.
			fate: given === undefined ? 'uncertain' : 'unreadable',
		};
	};
}
