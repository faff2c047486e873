import { z } from 'zod';

import { chance } from '../core/chance';

const when = {
	/** Strikes this many requests. The default is one, unless there is a share. */
	times: z.number().int().min(1).optional(),
	/** Strikes a share of the requests, until the fault is removed. */
	share: z.number().min(0).max(1).optional(),
	/** Strikes only requests whose path ends like this. */
	path: z.string().optional(),
	method: z.string().optional(),
};
const ms = z.number().min(0).max(600_000);

const status = z.number().int().min(200).max(599);
const header = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/);
const headerValue = z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/);

const fault = <const Kind extends string, Fields extends z.ZodRawShape>(
	kind: Kind,
	fields: Fields,
) => z.object({ ...when, kind: z.literal(kind), ...fields }).strict();

const requestFault = z.discriminatedUnion('kind', [
	fault('status', {
		status,
		body: z.unknown(),
		headers: z.record(header, headerValue).default({}),
		processed: z.boolean().default(false),
	}),
	fault('html', { status: status.default(200), processed: z.boolean().default(true) }),
	fault('brokenJson', { processed: z.boolean().default(true) }),
	fault('xml', {}),
	fault('slowFirstByte', { ms }),
	fault('slowBody', { ms }),
	fault('dropBefore', {}),
	fault('dropAfter', {}),
]);

const callbackFault = z
	.object({ times: when.times, share: when.share, kind: z.literal('duplicateCallback') })
	.strict();

export const faultSchema = z.union([requestFault, callbackFault]);

export type Fault = z.infer<typeof faultSchema>;
export type RequestFault = z.infer<typeof requestFault>;
export type FaultKind = Fault['kind'];

interface Active {
	fault: Fault;
	/** How often it strikes from now on. A share strikes without end. */
	left: number;
}

const isForCallbacks = (fault: Fault): fault is z.infer<typeof callbackFault> =>
	fault.kind === 'duplicateCallback';

const SEED = 20_261_120;

export class Faults {
	private active: Active[] = [];

	private draw = chance(SEED);

	add(fault: Fault): void {
		const left = fault.times ?? (fault.share === undefined ? 1 : Infinity);
		this.active.push({ fault, left });
	}

	clear(): void {
		this.active = [];
		this.draw = chance(SEED);
	}

	/** The fault that strikes this request, if one does. */
	forRequest(method: string, path: string): RequestFault | undefined {
		return this.strike(
			(fault): fault is RequestFault =>
				!isForCallbacks(fault) &&
				(fault.method === undefined || fault.method === method) &&
				(fault.path === undefined || path.endsWith(fault.path)),
		);
	}

	/** Whether the next callback comes twice. */
	strikesCallback(): boolean {
		return this.strike(isForCallbacks) !== undefined;
	}

	private strike<Kind extends Fault>(applies: (fault: Fault) => fault is Kind): Kind | undefined {
		for (const one of this.active) {
			const { fault } = one;
			if (!applies(fault)) continue;
			if (fault.share !== undefined && this.draw() >= fault.share) continue;
			one.left--;
			if (one.left === 0) this.active = this.active.filter((other) => other !== one);
			return fault;
		}
		return undefined;
	}
}
