import type { z } from 'zod';

import { isBlank, typed } from '../../../plain';
import { asEnvelope, envelope, serviceWords } from '../../../service';
import type { AnswerReader } from './read';

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
