import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { Redact } from '../../../plain';
import type { Effect, Sent } from '../outcome';
import type { AnswerBody } from './body';

/** A reference number, a destination or a status: the service may write digits as a number. */
export const reference = z.union([z.string(), z.number()]).transform(String);

/** The content of a success: data, an error after all, or a form that the service does not document. */
export type Read<Data> =
	| { kind: 'data'; data: Data }
	| {
			kind: 'refused';
			words: string;
			advice: string;
			sent: Sent;
			code?: number | string;
			isOfAll?: boolean;
			fields?: IDataObject;
	  }
	| { kind: 'undocumented'; where: string; sent: Sent }
	/** The body is a text, and the reader takes none. */
	| { kind: 'unreadable' };

export type AnswerReader<Data> = (body: AnswerBody) => Read<Data>;

export interface ExpectedAnswer {
	effect: Effect;
	items: (body: AnswerBody, redact: Redact) => Read<IDataObject[]>;
}

/** Secrets are removed after the reader, so that no output holds one. */
export const expectedAnswer = <Data>(
	effect: Effect,
	reader: AnswerReader<Data>,
	output: (data: Data) => IDataObject[],
): ExpectedAnswer => ({
	effect,
	items: (body, redact) => {
		const read = reader(body);
		if (read.kind !== 'data') return read;
		// Redaction replaces texts and keeps the shape.
		return { kind: 'data', data: output(redact.data(read.data) as Data) };
	},
});
