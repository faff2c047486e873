import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { Redact } from '../../../plain';
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
