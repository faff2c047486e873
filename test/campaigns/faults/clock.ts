import { setTimeout as sleep } from 'node:timers/promises';

import type { World } from './world';
import type { FaultKind } from './faultKinds';
import { runUnderFault, type Row } from './faultRun';
import { SEND_TEXT } from './operations';
import { EACH_SETTING } from './settings';
import { moveClock } from './shiftClock';
import type { Simulator } from '../../simulator';

/** Slowly enough that the clock can jump in the middle, and long enough between tries that it jumps there too. */
const SLOWLY = { requestsPerSecond: 20, latencyMs: 150, waitBetweenTriesMs: 1000 };
const FROM_REQUEST = 5;
const BETWEEN_JUMPS_MS = 300;

/** One n8n has one clock: all settings of a kind run at once, and the clock jumps under all of them. */
export async function underAClockThatJumps(
	{ api, userFolder }: World,
	kinds: readonly FaultKind[],
): Promise<Row[]> {
	const rows: Row[] = [];
	for (const kind of kinds) {
		const shift = (ms: number) => {
			moveClock(userFolder, ms);
		};
		let jumping: Promise<void> | undefined;
		const begun = (simulator: Simulator) => {
			jumping ??= jump(kind, shift, simulator);
		};
		rows.push(
			...(await Promise.all(
				EACH_SETTING.map((settings) =>
					runUnderFault(api, kind, SEND_TEXT, settings, { ...SLOWLY, begun }),
				),
			)),
		);
		await jumping;
		shift(0);
		await sleep(100);
	}
	return rows;
}

async function jump(
	{ clock }: FaultKind,
	shift: (ms: number) => void,
	{ service }: Simulator,
): Promise<void> {
	if (!clock) return;
	while (service.journal.list().entries.length < FROM_REQUEST) await sleep(10);
	for (let time = 1; time <= clock.times; time++) {
		shift(time * clock.shiftMs);
		await sleep(BETWEEN_JUMPS_MS);
	}
}
