import type { Reply } from '../http/answers';
import type { MessageCode } from '../facts/statuses';
import type { Push } from '../service/callbacks';
import type { Asked, AsRead, Service } from '../service/service';
import type { Value } from './changes';
import type { CallbackKind } from '../settings';
import { chance } from '../core/chance';
import { PLACES } from './table';

const USUAL_MOVES: readonly MessageCode[] = ['S', 'D', 'R'];

/** A service that the documentation allows: one value for some of the places. */
export class Reading implements AsRead {
	/** The next requests fail with this code, before or after they are processed. */
	failure: { status: number; isProcessed: boolean; headers?: Record<string, string> } | undefined;

	constructor(readonly chosen: readonly { about: string; name: string; value: Value }[]) {}

	get values(): Value[] {
		return this.chosen.map(({ value }) => value);
	}

	get moves(): readonly MessageCode[] {
		return this.values.find(({ moves }) => moves)?.moves ?? USUAL_MOVES;
	}

	setup(service: Service): void {
		for (const { setup } of this.values) setup?.(service);
	}

	/** The refusal of a request, if the service does not process it. */
	refusal(asked: Asked): Reply | undefined {
		if (this.failure?.isProcessed === false) return this.failed();
		return this.values.map(({ refuse }) => refuse?.(asked)).find((reply) => reply !== undefined);
	}

	reply(given: Reply, asked: Asked): Reply {
		const reply = this.failure?.isProcessed === true ? this.failed() : given;
		return this.values.reduce((last, { reply: change }) => change?.(last, asked) ?? last, reply);
	}

	pushes(kind: CallbackKind, push: Push): Push[] {
		return this.values.reduce(
			(all, { push: change }) =>
				change === undefined ? all : all.flatMap((one) => change(one, kind)),
			[push],
		);
	}

	private failed(): Reply {
		const { status = 500, headers = {} } = this.failure ?? {};
		const body =
			status === 422
				? { detail: [{ loc: ['body'], msg: 'is not allowed', type: 'value_error' }] }
				: { error: true, message: 'The service refused this request' };
		return { status, body, headers };
	}
}

const everyValue = PLACES.flatMap(({ about, values }) =>
	Object.entries(values).map(([name, value]) => ({ about, name, value })),
);

/** Each value alone. */
export const singleReadings = (): Reading[] => everyValue.map((one) => new Reading([one]));

/** A place keeps what the simulator does in one of four services. */
export function readingOf(seed: number): Reading {
	const draw = chance(seed);
	const chosen = PLACES.flatMap(({ about, values }) => {
		const names = Object.keys(values);
		const isChanged = draw() < 0.75;
		const name = names[Math.floor(draw() * names.length)] ?? '';
		const value = values[name];
		return isChanged && value !== undefined ? [{ about, name, value }] : [];
	});
	return new Reading(chosen);
}
