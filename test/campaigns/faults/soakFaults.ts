import type { z } from 'zod';

import type { faultSchema } from '../../simulator/http/faults';
import { SEND_TEXT } from './operations';

type Fault = z.input<typeof faultSchema>;

export const FAULT_SHARE = 0.05;

const { strikes } = SEND_TEXT;

// No answers of a success that stand ready: at the full rate they may hide that the service refused the request.

const KINDS: Fault[] = [
	{ kind: 'status', status: 429, body: { error: true, message: 'Too Many Requests' } },
	{ kind: 'status', status: 500, body: { error: true, message: 'Internal error' } },
	{ kind: 'status', status: 500, body: '', processed: true },
	{ kind: 'html', status: 502, processed: false },
	{ kind: 'status', status: 503, body: { error: true, message: 'Maintenance' } },
	{ kind: 'dropBefore' },
	{ kind: 'dropAfter' },
	{ kind: 'slowFirstByte', ms: 4000 },
	{ kind: 'slowBody', ms: 4000 },
	{ kind: 'brokenJson' },
	{ kind: 'xml' },
	{ kind: 'status', status: 200, body: { error: true, message: 'Insufficient credit' } },
];

/** In all five in a hundred, each kind as often as the others. */
export const SOAK_FAULTS: Fault[] = KINDS.map((kind) => ({
	...kind,
	...strikes,
	share: FAULT_SHARE / KINDS.length,
}));
