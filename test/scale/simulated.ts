import { sendBy, together } from '../support/workers';
import { say } from '../n8n/told';
import { FIGURE, SIMULATED, type Report } from './report';

/** The pace of several workers by itself: the engine's own pacers, a limiter, and a clock that takes no time. */

const MESSAGES = 5000;
const CHANNEL_MESSAGES = 1200;
const LATENCIES = [50, 400];
const WORKERS = [1, 2, 4];

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

export async function simulated(report: Report): Promise<void> {
	const figure = report.part(SIMULATED);
	for (const latencyMs of LATENCIES) {
		for (const count of WORKERS) {
			const workers = together(count, MESSAGES);
			const divided = await sendBy({ workers, latencyMs, requestsPerSecond: 100 / count });
			const whole = await sendBy({ workers, latencyMs });
			say(`  ${count} workers, ${latencyMs} ms`);
			figure(
				`${count} workers, ${latencyMs} ms of latency, ${MESSAGES} messages`,
				`${(whole.perSecond / divided.perSecond).toFixed(2)} of divided; ${percent(whole.refusedShare)} ${FIGURE.refused}; least share ${percent(whole.least)}`,
			);
		}
	}
	for (const latencyMs of LATENCIES) {
		for (const count of WORKERS) {
			const workers = together(count, CHANNEL_MESSAGES);
			const { perSecond, refusedShare, least } = await sendBy({
				workers,
				latencyMs,
				isOneChannel: true,
			});
			figure(
				`${count} workers on one channel, ${latencyMs} ms of latency, ${CHANNEL_MESSAGES} messages`,
				`${(perSecond * 60).toFixed(1)} a minute; ${percent(refusedShare)} ${FIGURE.refused}; least share ${percent(least)}`,
			);
		}
	}
}
