import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { N8nApi } from '../../n8n/api';
import { installN8n } from '../../n8n/install';
import { launch } from '../../n8n/instance';
import { installPackage, packed } from '../../n8n/package';
import { freePorts } from '../../n8n/ports';
import { N8N_2 } from '../../n8n/versions';
import { childrenOf, cpuMsOf, inTurn, medianOf, REPEATS } from './measure';
import { percent, type Section } from './report';

const STARTS = REPEATS * 4;
const MOST_MORE = 0.01;
const LOOK_EVERY_MS = 5;
/** n8n prints it when the editor can be opened. */
const READY = 'Editor is now accessible';

type Kind = 'with the package' | 'without it';

export async function start(): Promise<Section> {
	const installed = await installN8n(N8N_2);
	const tarball = await packed();
	const folders = new Map<Kind, string>();
	try {
		const measure = async (kind: Kind) => {
			const userFolder = folders.get(kind) ?? '';
			const [port = 0, brokerPort = 0] = await freePorts(2);
			const log = path.join(userFolder, 'n8n.log');
			rmSync(log, { force: true });
			const from = performance.now();
			const others = new Set(childrenOf(process.pid));
			// Looked for in its log: to ask n8n itself would cost it time.
			const ready = { over: false };
			const watching = (async () => {
				while (!ready.over) {
					if (existsSync(log) && readFileSync(log, 'utf8').includes(READY)) {
						const wallMs = performance.now() - from;
						const pid = childrenOf(process.pid).find((child) => !others.has(child)) ?? 0;
						return { wallMs, cpuMs: cpuMsOf(pid) };
					}
					await sleep(LOOK_EVERY_MS);
				}
				throw new Error('n8n did not say that it was ready');
			})();
			const instance = await launch({
				installed,
				userFolder,
				port,
				brokerPort,
				// Whoever asks keeps it from starting: seldom enough.
				readinessPath: '/healthz/readiness',
			});
			const late = setTimeout(() => {
				ready.over = true;
			}, 10_000);
			try {
				return await watching;
			} finally {
				clearTimeout(late);
				await instance.stop();
			}
		};
		for (const kind of ['with the package', 'without it'] as const) {
			const folder = mkdtempSync(path.join(tmpdir(), 'messaging-bench-'));
			folders.set(kind, folder);
			if (kind === 'with the package') await installPackage(folder, tarball);
			// The first start makes the database, and is not counted.
			const [port = 0, brokerPort = 0] = await freePorts(2);
			const first = await launch({ installed, userFolder: folder, port, brokerPort });
			await new N8nApi(first.url, 2).signIn();
			await first.stop();
		}
		const results = await inTurn(['with the package', 'without it'], measure, STARTS);
		const of = (kind: Kind, pick: 'wallMs' | 'cpuMs') =>
			medianOf(results[kind], (one) => one[pick]);
		const row = (what: string, pick: 'wallMs' | 'cpuMs') => {
			const own = of('with the package', pick);
			const without = of('without it', pick);
			return {
				what,
				figure: `${(own / 1000).toFixed(2)} s`,
				baseline: `without the package: ${(without / 1000).toFixed(2)} s (${percent(own / without - 1, 2)} more)`,
				target: `≤ ${percent(MOST_MORE, 0)} more`,
				met: own <= without * (1 + MOST_MORE),
			};
		};
		return {
			title: 'Start of n8n, with and without the package',
			how: `From the command until n8n prints that its editor is accessible, and the CPU time of its process until then; ${STARTS} starts of each, in turn; medians.`,
			rows: [row('Time until ready', 'wallMs'), row('CPU time until ready', 'cpuMs')],
		};
	} finally {
		for (const folder of folders.values()) rmSync(folder, { recursive: true, force: true });
	}
}
