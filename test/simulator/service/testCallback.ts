import type { CallbackKind } from '../settings';
import { officialStatus, unofficialStatus } from './callbacks';
import { counterpart } from './counterpart';
import type { Service } from './service';

/** Who writes the test messages: an ordinary number, whose phone shows them. */
const TESTER = '6281234567890';

const INBOXES = {
	officialInbox: 'official',
	unofficialInbox: 'unofficial',
	smsInbox: 'sms',
	business: 'business',
} as const;

/** A message that comes in as any other, so that its room can be answered; gives its id. */
function writeTest(service: Service, kind: keyof typeof INBOXES): string {
	const route = INBOXES[kind];
	const to = counterpart(service, route, TESTER, undefined);
	if (to === undefined) throw new Error(`No account takes messages by the route ${route}`);
	return service.receive({ route, ...to, number: TESTER, text: 'A test message' }).id;
}

/** A report of a message that was never sent; gives its ref_no. */
function reportTest(service: Service, kind: 'officialStatus' | 'unofficialStatus'): string {
	const { clock, settings, deliveries } = service;
	const id = service.newRef();
	const at = clock.now();
	const delivered = { id, status: 'D', history: [{ status: 'S', at }], excluded: false } as const;
	const push = kind === 'officialStatus' ? officialStatus : unofficialStatus;
	deliveries.push(kind, id, push(delivered, at, settings));
	return id;
}

/** Pushes one callback of a kind. What each of these URLs answered, null if nothing; undefined if a fault holds it back. */
export async function sendTestCallback(
	service: Service,
	kind: CallbackKind,
	urls: readonly string[],
): Promise<(number | null | undefined)[]> {
	const isReport = kind === 'officialStatus' || kind === 'unofficialStatus';
	const ref = isReport ? reportTest(service, kind) : writeTest(service, kind);
	const { deliveries } = service;
	const settled = await Promise.all(urls.map((url) => deliveries.deliveryOf(ref, url)));
	return settled.map((delivery) => delivery?.status);
}
