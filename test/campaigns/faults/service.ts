import { startSimulator, type Simulator } from '../../simulator';
import type { Entry } from '../../simulator/http/journal';
import { timesOf, type Times } from '../../support/counted';
import type { Subject } from './operations';

/** The simulator of one run, and what its journal says. */

export const SECRETS = ['simulator-key', 'simulator-password'];

/** Numbers that can be told from those with a fate of their own. */
export const numberOf = (item: number) => `62812${String(item).padStart(8, '0')}`;
const itemOf = (number: string) => Number(number.slice(5));

export const itemsFor = (count: number, run: string) =>
	Array.from({ length: count }, (_, item) => ({
		to: numberOf(item),
		text: `${run}, message ${item + 1}`,
	}));

/** Its own clock stands still: no message moves on, and nothing is pushed. */
export const startService = (latencyMs: number): Promise<Simulator> =>
	startSimulator({ speed: 0, settings: { latencyMs } });

/** The requests of an operation, without what it asked first. */
export const requestsOf = ({ service }: Simulator, { strikes }: Subject): Entry[] =>
	service.journal
		.list()
		.entries.filter(({ method, path }) => method === strikes.method && path.endsWith(strikes.path));

/** How often the message of each item was accepted. */
export const acceptedOf = (requests: readonly Entry[], subject: Subject): Times<number> =>
	timesOf(
		requests
			.filter(({ outcome }) => outcome === 'accepted')
			.map((entry) => itemOf(subject.destinationOf(entry))),
	);

/** A message that can be asked for. */
export async function sendOne({ url }: Simulator): Promise<string> {
	const answer = await fetch(`${url}/svc_api/1.0/whatsapp/message`, {
		method: 'POST',
		headers: { APIKey: 'simulator-key', 'content-type': 'application/json' },
		body: JSON.stringify({ destination: numberOf(0), message: 'Where am I?' }),
	});
	const { data } = (await answer.json()) as { data: { ref_no: string } };
	return data.ref_no;
}
