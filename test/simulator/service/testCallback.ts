import type { CallbackKind } from '../settings';
import { officialStatus, unofficialStatus } from './callbacks';
import { counterpart } from './counterpart';
import type { Service } from './service';

/** The recipient who writes the test messages: an ordinary number, whose phone shows them. */
const TESTER = '6281234567890';

const ROUTES = {
	officialInbox: 'official',
	unofficialInbox: 'unofficial',
	smsInbox: 'sms',
	business: 'business',
} as const;

const REPORTS = { officialStatus, unofficialStatus };

/** Writes a message like any other, so that its room can be answered. Returns its id. */
function writeTest(service: Service, kind: keyof typeof ROUTES): string {
	const route = ROUTES[kind];
	const to = counterpart(service, route, TESTER, undefined);
	if (to === undefined) throw new Error(`No account receives messages by the route ${route}`);
	return service.receive({ route, ...to, number: TESTER, text: 'A test message' }).id;
}

/** Reports the status of a message that was never sent. Returns its ref_no. */
function reportTest(service: Service, kind: keyof typeof REPORTS): string {
	const { clock, settings, deliveries } = service;
	const id = service.newRef();
	const at = clock.now();
	const delivered = { id, status: 'D', history: [{ status: 'S', at }], excluded: false } as const;
	deliveries.push(kind, id, REPORTS[kind](delivered, at, settings));
	return id;
}

/** Sends one callback of a kind. Returns the status of each response, or null for a URL without a response. */
export function sendTestCallback(service: Service, kind: CallbackKind): Promise<(number | null)[]> {
	const isReport = kind === 'officialStatus' || kind === 'unofficialStatus';
	const ref = isReport ? reportTest(service, kind) : writeTest(service, kind);
	return service.deliveries.responses(kind, ref);
}
