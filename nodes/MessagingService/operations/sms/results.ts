import { z } from 'zod';

import { isOfAccount, smsStatus } from '../../../service';
import { typed } from '../../../plain';
import { reference, type AnswerReader, type Json, type Read } from '../../engine/operation';

/** The answers of the SMS interface: a list of results in JSON, result elements in XML (section Endpoints, rule 2). */

const result = z
	.object({
		status: reference.transform((status) => status.trim()),
		messageid: reference.nullish(),
		destination: reference.nullish(),
	})
	.passthrough();

export const results = z.array(result).min(1);

type Result = z.output<typeof result>;

const inJson = z.object({ results }).passthrough();
const inXml = z.object({ result: z.array(result).min(1) }).passthrough();

const SUCCESS = '0';

function mayBeSent({ status, messageid }: Result): boolean {
	// A message has an ID once it exists, whatever else is said about it.
	if (status === SUCCESS || (messageid ?? '').trim() !== '') return true;
	const known = smsStatus(status);
	return known === undefined || known.mayBeSent;
}

/** As a number, if it is one, as the codes of HTTP are. */
const codeOf = ({ status }: Result): number | string =>
	/^-?\d{1,9}$/.test(status) ? Number(status) : status;

function refusal(result: Result, all: readonly Result[]): Read<Result[]> {
	const { status } = result;
	const known = smsStatus(status);
	return {
		kind: 'refused',
		words: known ? `${known.meaning} (${known.name}, ${status})` : `status ${status}`,
		advice: known?.advice ?? 'The status is not documented: ask the service’s support.',
		sent: all.some(mayBeSent) ? 'unknown' : 'no',
		code: codeOf(result),
		isOfAll: isOfAccount(status),
	};
}

function resultsIn(form: 'json' | 'xml', value: Json): Result[] | undefined {
	if (form === 'json') return inJson.safeParse(value).data?.results;
	return inXml.safeParse(typed(inXml, value)).data?.result;
}

export const readResults: AnswerReader<Result[]> = ({ form, value }) => {
	if (form === 'text') return { kind: 'unreadable' };
	const all = resultsIn(form, value);
	if (all === undefined) return { kind: 'undocumented', where: 'results', sent: 'unknown' };
	const failed = all.find(({ status }) => status !== SUCCESS);
	return failed === undefined ? { kind: 'data', data: all } : refusal(failed, all);
};
