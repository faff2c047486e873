import type { IDataObject } from 'n8n-workflow';

import type { Redact } from '../../../plain';
import type { Effect, Sent } from '../outcome';
import type { ReadableBody } from './body';

/** What the body of a success says: data, an error after all, or something that the service does not document. */
export type Read<Data> =
	| { kind: 'data'; data: Data }
	| {
			kind: 'refused';
			words: string;
			advice: string;
			sent: Sent;
			/** The service's own, if it has one beside that of HTTP. */
			code?: number | string;
	  }
	| { kind: 'undocumented'; where: string; sent: Sent };

export type AnswerReader<Data> = (body: ReadableBody) => Read<Data>;

/** How to read the answer to one request into the items that come out. */
export interface ExpectedAnswer {
	effect: Effect;
	/** Secrets are removed from the data before it becomes items. */
	items: (body: ReadableBody, redact: Redact) => Read<IDataObject[]>;
	/** The items of a success whose body cannot be read, if the service documents no body. */
	itemsWithoutBody: ((text: string | undefined) => IDataObject[]) | undefined;
}

/** Puts a reader and what is made of its data into one, with secrets removed in between. */
export const expectedAnswer = <Data>({
	effect,
	reader,
	output,
	withoutBody,
}: {
	effect: Effect;
	reader: AnswerReader<Data>;
	output: (data: Data) => IDataObject[];
	withoutBody?: ((text: string | undefined) => Data) | undefined;
}): ExpectedAnswer => ({
	effect,
	items: (body, redact) => {
		const read = reader(body);
		if (read.kind !== 'data') return read;
		// Redaction replaces texts and keeps the shape.
		return { kind: 'data', data: output(redact.data(read.data) as Data) };
	},
	itemsWithoutBody: withoutBody && ((text) => output(withoutBody(text))),
});
