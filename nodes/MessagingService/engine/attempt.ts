import type { Account } from './accounts';
import { outcomeOf, outcomeOfBreakdown, type Outcome, type Understanding } from './outcome';
import type { WireRequest } from './transport';

/** One request, and what its answer, or that none came, means. */
export async function attempt(
	{ credential, transport, redact }: Account,
	wire: WireRequest,
	understanding: Understanding,
): Promise<Outcome> {
	const reply = await transport(wire);
	return reply.answered
		? outcomeOf(reply.answer, understanding, redact, Date.now(), credential)
		: outcomeOfBreakdown(reply.breakdown, understanding.effect);
}
