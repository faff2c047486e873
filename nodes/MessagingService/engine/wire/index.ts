import type { Redact } from '../../../plain';
import type { CredentialName } from '../../../service';
import type { ExpectedAnswer } from '../answer';
import type { Effect, Outcome } from '../outcome';
import { meaningOfAnswer, meaningOfBreakdown } from './meaning';
import type { ServiceRequest, Transport, WireRequest } from './transport';

export * from './transport';

interface Caller {
	credential: CredentialName;
	url: string;
	transport: Transport;
	redact: Redact;
}

/** A list of templates may be long. */
const LONGEST_LIST = 2_000_000;
/** Documented answers to a send have a few hundred bytes, beside the text that they repeat. */
const LONGEST_RECEIPT = 64_000;
/** A repeated character may come back as an escape. */
const BYTES_OF_A_CHARACTER = 8;

function longestAnswer(effect: Effect, { json }: ServiceRequest): number {
	if (effect === 'read') return LONGEST_LIST;
	const repeated = JSON.stringify(json ?? {}).length * BYTES_OF_A_CHARACTER;
	return Math.min(LONGEST_RECEIPT + repeated, LONGEST_LIST);
}

/** Sends a request and says what its response means. Nothing else in the package sends requests to the service. */
export async function exchange(
	{ credential, url, transport, redact }: Caller,
	wire: Omit<WireRequest, 'url' | 'longestAnswer'>,
	expected: ExpectedAnswer,
): Promise<Outcome> {
	const reply = await transport({
		...wire,
		url: `${url}${wire.request.path}`,
		longestAnswer: longestAnswer(expected.effect, wire.request),
	});
	return 'reached' in reply
		? meaningOfBreakdown(reply, expected.effect)
		: meaningOfAnswer(reply, expected, redact, Date.now(), credential);
}
