import { z } from 'zod/v4';

const when = {
	/** Strikes this many requests. */
	times: z.number().int().min(1).default(1),
	/** Strikes only requests whose path ends like this. */
	path: z.string().optional(),
};

const fault = <const Kind extends string, Fields extends z.ZodRawShape>(
	kind: Kind,
	fields: Fields,
) => z.object({ ...when, kind: z.literal(kind), ...fields }).strict();

export const faultSchema = z.discriminatedUnion('kind', [
	fault('status', {
		status: z.number().int().min(200).max(599),
		body: z.unknown().optional(),
		headers: z.record(z.string(), z.string()).default({}),
		processed: z.boolean().default(false),
	}),
	fault('slowFirstByte', { ms: z.number().min(0).max(600_000) }),
]);

export type Fault = z.infer<typeof faultSchema>;

export class Faults {
	private active: Fault[] = [];

	add(fault: z.input<typeof faultSchema>): void {
		this.active.push(faultSchema.parse(fault));
	}

	clear(): void {
		this.active = [];
	}

	/** The fault that strikes this request, if one does. */
	forRequest(path: string): Fault | undefined {
		const found = this.active.find((one) => one.path === undefined || path.endsWith(one.path));
		if (found !== undefined && --found.times === 0) {
			this.active = this.active.filter((one) => one !== found);
		}
		return found;
	}
}
