import type { IExecuteFunctions } from 'n8n-workflow';
import type { z } from 'zod';

import { reasonOf, type Result } from '../../plain';
import type { CredentialName } from '../../service';
import { hasChosen, openAccount, type Account } from './account';
import { enveloped, expectedAnswer } from './answer';
import { isFailure, type Failure, type Outcome } from './outcome';
import { runBatch } from './pace';
import { exchange, type ServiceRequest, type WireAnswer, type WireRequest } from './wire';

/** A request for data of the account, such as its templates. It checks items and fills the editor's lists. */
export interface FactsSource<Facts> {
	request: ServiceRequest;
	answer: z.ZodType<Facts, z.ZodTypeDef, unknown>;
}

/** What came of one question of a survey. */
export type Surveyed<Facts> = Result<{ facts: Facts }, { what: string; advice: string }> & {
	/** The response, whatever its form. */
	reply?: { status: number; text: string };
	isNotChosen?: true;
};

/** Lets one operation ask several things. A question that fails does not stop the others. */
export interface Survey {
	ask: <Facts>(source: FactsSource<Facts>, credential?: CredentialName) => Promise<Surveyed<Facts>>;
	/** The address that n8n gives to others, if it says one. */
	n8nAddress: string | undefined;
}

const CANCELLED: Failure = {
	what: 'The request to the service was cancelled',
	advice: 'Ask again.',
	fate: 'notSent',
};

interface Asking extends Pick<WireRequest, 'accept' | 'timeoutMs'> {
	cancelled?: AbortSignal | undefined;
	/** Called with each response, whatever its form. */
	seen?: (reply: WireAnswer) => void;
}

export const USUAL: Asking = { accept: 'application/json', timeoutMs: 20_000 };

export async function ask<Facts>(
	account: Account,
	{ request, answer }: FactsSource<Facts>,
	{ cancelled, seen, ...wire }: Asking = USUAL,
): Promise<Result<{ facts: Facts }, Failure>> {
	let result: Result<{ facts: Facts }, Failure> = { ok: false, ...CANCELLED };
	const expected = expectedAnswer('read', enveloped(answer), (facts) => {
		result = { ok: true, facts };
		return [];
	});
	const job = {
		limit: undefined,
		tryOnce: () => exchange(account, { request, ...wire }, expected, seen),
		ended: (outcome: Outcome) => {
			if (isFailure(outcome)) result = { ok: false, ...outcome };
		},
	};
	await runBatch(account.pacer, [job], { stopOnFailure: true, cancelled });
	return result;
}

/** Facts that can be missing: undefined if the service does not give them. Then it decides by itself. */
export async function factsOf(
	account: Account,
	source: FactsSource<unknown>,
	cancelled: AbortSignal | undefined,
): Promise<unknown> {
	const asked = await ask(account, source, { ...USUAL, timeoutMs: 5_000, cancelled });
	return asked.ok ? asked.facts : undefined;
}

const fault = (what: string, advice: string) => ({ ok: false, what, advice }) as const;

export const surveyOf = (
	context: IExecuteFunctions,
	own: Account,
	{ accept, timeoutMs }: Pick<WireRequest, 'accept' | 'timeoutMs'>,
	{ n8nAddress, cancelled }: { n8nAddress: string | undefined; cancelled: AbortSignal | undefined },
): Survey => ({
	n8nAddress,
	ask: async (source, name = own.credential) => {
		if (!hasChosen(context, name)) {
			const none = fault('No such credential is chosen', 'If you use it, choose one in this node.');
			return { ...none, isNotChosen: true };
		}
		let reply: Surveyed<unknown>['reply'];
		const seen = ({ status, text = '' }: WireAnswer) => {
			reply = { status, text };
		};
		try {
			const account = name === own.credential ? own : await openAccount(context, name);
			const result = await ask(account, source, { accept, timeoutMs, cancelled, seen });
			return { ...result, ...(reply && { reply }) };
		} catch (error) {
			return fault(`It cannot be used: ${reasonOf(error)}`, 'Correct the credential.');
		}
	},
});
