import { z } from 'zod';

import { chance } from '../core/chance';
import type { CallbackFault } from '../service/delivery';

const when = {
	/** For the next so many; one, where no share is named. */
	times: z.number().int().min(1).optional(),
	/** For a share of them, until it is taken away. */
	share: z.number().min(0).max(1).optional(),
	/** How the path of the request ends. */
	path: z.string().optional(),
	method: z.string().optional(),
};
const ms = z.number().min(0).max(600_000);

const requestFault = z.discriminatedUnion('kind', [
	z
		.object({
			...when,
			kind: z.literal('status'),
			status: z.number().int().min(200).max(599),
			body: z.unknown(),
			headers: z
				.record(
					z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/),
					z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/),
				)
				.default({}),
			processed: z.boolean().default(false),
		})
		.strict(),
	z
		.object({
			...when,
			kind: z.literal('html'),
			status: z.number().int().min(200).max(599).default(200),
			processed: z.boolean().default(true),
		})
		.strict(),
	z
		.object({ ...when, kind: z.literal('brokenJson'), processed: z.boolean().default(true) })
		.strict(),
	z.object({ ...when, kind: z.literal('xml') }).strict(),
	z.object({ ...when, kind: z.literal('slowFirstByte'), ms }).strict(),
	z.object({ ...when, kind: z.literal('slowBody'), ms }).strict(),
	z.object({ ...when, kind: z.literal('dropBefore') }).strict(),
	z.object({ ...when, kind: z.literal('dropAfter') }).strict(),
]);

const callbackFault = z
	.object({
		times: when.times,
		share: when.share,
		kind: z.enum(['duplicateCallback', 'reorderCallbacks', 'deadReceiver']),
	})
	.strict();

export const faultSchema = z.union([requestFault, callbackFault]);

export type Fault = z.infer<typeof faultSchema>;
export type RequestFault = z.infer<typeof requestFault>;
export type FaultKind = Fault['kind'];

interface Active {
	fault: Fault;
	/** How often it still strikes; a share strikes for ever. */
	left: number;
}

const isForCallbacks = (fault: Fault): fault is z.infer<typeof callbackFault> =>
	callbackFault.shape.kind.safeParse(fault.kind).success;

const SEED = 20_261_120;

/** Faults on demand. */
export class Faults {
	private active: Active[] = [];

	private draw = chance(SEED);

	add(fault: Fault): void {
		const left = fault.times ?? (fault.share === undefined ? 1 : Infinity);
		this.active.push({ fault, left });
	}

	list(): { fault: Fault; left: number | null }[] {
		return this.active.map(({ fault, left }) => ({
			fault,
			left: left === Infinity ? null : left,
		}));
	}

	clear(): void {
		this.active = [];
		this.draw = chance(SEED);
	}

	/** The fault that strikes this request, if one does. */
	forRequest(method: string, path: string): RequestFault | undefined {
		if (this.active.length === 0) return undefined;
		return this.strike(
			(fault): fault is RequestFault =>
				!isForCallbacks(fault) &&
				(fault.method === undefined || fault.method === method) &&
				(fault.path === undefined || path.endsWith(fault.path)),
		);
	}

	forCallback(): CallbackFault | undefined {
		if (this.active.length === 0) return undefined;
		return this.strike(isForCallbacks)?.kind;
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
