import { plain, table, thousands } from '../docs/markdown';
import type { Slope, Soak } from './results';
import { AT_ONCE, FULL_RATE, isFullRate, SOAK_ITEMS } from './soakRun';
import { FLAT_WITHIN, FROM_MINUTE } from './trend';

const verdict = ({ flat }: Slope) =>
	flat === undefined ? 'too short to tell' : flat ? 'yes' : '**no**';

const row = (name: string, unit: string, trend: Slope) => [
	name,
	`${plain(trend.firstQuarter)}${unit}`,
	`${plain(trend.lastQuarter)}${unit}`,
	`${plain(trend.slopePerMinute, 2)}${unit}`,
	verdict(trend),
];

/** How it went for a long time. Pure. */
export function soakSection(soak: Soak): string {
	const { told, wrong } = soak;
	return [
		`\`${soak.command}\`, ${soak.date}, ${soak.machine}, ${soak.versions}.`,
		`Executions of ${SOAK_ITEMS} items, ${AT_ONCE} at once, started by a webhook, with On Error: Continue (using error output), and five faults in a hundred requests. n8n saves and prunes executions as it does by default.`,
		table(
			['What', 'Figure'],
			[
				['Minutes', plain(soak.minutes)],
				['Executions', thousands(soak.executions)],
				['Messages', thousands(soak.messages)],
				['Requests', thousands(soak.requests)],
				['Faults that struck', thousands(soak.faults)],
				['Accepted', thousands(soak.accepted)],
				[
					'Requests a second (the service takes 100)',
					`${plain(soak.requestsPerSecond)}${isFullRate(soak) ? '' : `: **below ${FULL_RATE}**`}`,
				],
				['Accepted a second', plain(soak.acceptedPerSecond)],
				['Accepted twice', String(soak.twice)],
				[
					'Told sent · not sent · unknown',
					`${thousands(told.sent)} · ${thousands(told.notSent)} · ${thousands(told.unknown)}`,
				],
				[
					'Told wrongly, or not told',
					wrong.length === 0 ? '0' : `**${wrong.length}**: ${wrong.slice(0, 5).join('; ')}`,
				],
			],
		),
		`n8n’s process, read every ten seconds, from minute ${FROM_MINUTE} on (or from the start of a shorter run): the medians of the first and the last quarter of that time, and the slope of a straight line through it. Flat is a last quarter at most ${plain(FLAT_WITHIN * 100)} % above the first.`,
		table(
			['What', 'First quarter', 'Last quarter', 'Slope a minute', 'Flat'],
			[
				row('Memory (RSS)', ' MB', soak.rss),
				row('Heap in use', ' MB', soak.heap),
				row('Open handles', '', soak.handles),
			],
		),
	].join('\n\n');
}
