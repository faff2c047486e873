import type { Redact } from '../../../plain';
import type { CredentialName } from '../../../service';
import type { ExpectedAnswer } from '../answer';
import type { Outcome } from '../outcome';
import { meaningOfAnswer, meaningOfBreakdown } from './meaning';
import type { WireRequest } from './request';
import type { Transport } from './transport';

export type { ServiceRequest, WireRequest } from './request';
export { transportOf, type ServiceContext, type Transport } from './transport';

interface Caller {
	credential: CredentialName;
	transport: Transport;
	redact: Redact;
}

/** Sends a request and says what its response means. No other code of the node sends requests to the service. */
export async function exchange(
	{ credential, transport, redact }: Caller,
	wire: WireRequest,
	expected: ExpectedAnswer,
): Promise<Outcome> {
	const reply = await transport(wire);
	return reply.answered
		? meaningOfAnswer(reply.answer, expected, redact, Date.now(), credential)
		: meaningOfBreakdown(reply.breakdown, expected.effect);
}
