import type { Redact } from '../../../plain';
import type { CredentialName } from '../../../service';
import type { ExpectedAnswer } from '../answer';
import type { Outcome } from '../outcome';
import { meaningOfAnswer, meaningOfBreakdown } from './meaning';
import type { WireRequest } from './request';
import type { Transport } from './transport';

/** Who asks: which credential, how its requests leave, and what in it is secret. */
interface Caller {
	credential: CredentialName;
	transport: Transport;
	redact: Redact;
}

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
