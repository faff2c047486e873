import type { ServiceRequest, Wait } from '../../engine/operation';
import { answered } from './answered';
import { ANY_LINKS, type Links } from './links';

/** n8n checks the signature of a link for an operation of this name only. */
export const SEND_AND_WAIT = 'sendAndWait';

/** What every operation that asks a person is, by the request that carries the links. */
export const asking = <Given extends { links: Links; wait: Wait }>(
	request: (given: Given, links: Links) => ServiceRequest,
) => ({
	value: SEND_AND_WAIT,
	name: 'Send and Wait for Response',
	effect: 'send' as const,
	request: (given: Given) => request(given, given.links),
	likeRequest: (given: Given) => request(given, ANY_LINKS),
	wait: (given: Given) => given.wait,
	preview: answered,
});
