import type { Redact } from '../../../plain';
import type { CredentialName } from '../../../service';
import type { ExpectedAnswer } from '../answer';
import type { Outcome } from '../outcome';
import { meaningOfAnswer, meaningOfBreakdown } from './meaning';
import type { Transport, WireRequest } from './transport';

export * from './transport';

interface Caller {
	credential: CredentialName;
	url: string;
	transport: Transport;
	redact: Redact;
}

/** Sends a request and says what its response means. Nothing else in the package sends requests to the service. */
export async function exchange(
	{ credential, url, transport, redact }: Caller,
	wire: Omit<WireRequest, 'url'>,
	expected: ExpectedAnswer,
): Promise<Outcome> {
	const reply = await transport({ ...wire, url: `${url}${wire.request.path}` });
	return 'reached' in reply
		? meaningOfBreakdown(reply, expected.effect)
		: meaningOfAnswer(reply, expected, redact, Date.now(), credential);
}
