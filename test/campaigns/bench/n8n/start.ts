import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { N8nApi } from '../../../n8n/api';
import { installN8n } from '../../../n8n/install';
import { launch } from '../../../n8n/instance';
import { installPackage, packed } from '../../../n8n/package';
import { freePorts } from '../../../n8n/ports';
import { N8N_2 } from '../../../n8n/versions';
import { childrenOf, cpuMsOf, inTurn, medianOf, REPEATS } from './measure';
import { percent, type Section } from './report';

const STARTS = REPEATS * 5;
const MOST_MORE = 0.01;
const LOOK_EVERY_MS = 5;
/** n8n prints it when the editor can be opened. */
const READY = 'Editor is now accessible';

type Kind = 'with the package' | 'without it';

const PACKAGE = 'n8n-nodes-messaging-service';
const TIMES_LOADING = {
	NODE_OPTIONS: `--import ${pathToFileURL(path.join(import.meta.dirname, '../../frame/preload/timeLoading.mts')).href}`,
};

/** What timeLoading.mts printed, in all. */
const tookMs = (printed: string, method: string, name: string) =>
	[...printed.matchAll(new RegExp(`^took ${method} ${name} ([\\d.]+)$`, 'gm'))].reduce(
		(sum, [, ms]) => sum + Number(ms),
		0,
	);

interface Start {
	wallMs: number;
	cpuMs: number;
	/** Of it: n8n loads the package. */
	loadMs: number;
	/** Of it: n8n makes its list of all nodes of all packages. */
	listMs: number;
}

export async function start(): Promise<Section> {
	const installed = await installN8n(N8N_2);
	const tarball = await packed();
	const folders = new Map<Kind, string>();
	try {
		const measure = async (kind: Kind): Promise<Start> => {
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
					const printed = existsSync(log) ? readFileSync(log, 'utf8') : '';
					if (printed.includes(READY)) {
						const wallMs = performance.now() - from;
						const pid = childrenOf(process.pid).find((child) => !others.has(child)) ?? 0;
						return {
							wallMs,
							cpuMs: cpuMsOf(pid),
							loadMs: tookMs(printed, 'loadAll', PACKAGE),
							listMs: tookMs(printed, 'postProcessLoaders', '-'),
						};
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
				env: TIMES_LOADING,
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
		const of = (kind: Kind, pick: keyof Start) => medianOf(results[kind], (one) => one[pick]);
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
		const loadMs = of('with the package', 'loadMs');
		const [listMs, listMsWithout] = [of('with the package', 'listMs'), of('without it', 'listMs')];
		const share = (ms: number) => percent(ms / of('without it', 'wallMs'), 2);
		return {
			title: 'Start of n8n, with and without the package',
			how: `From the command until n8n prints that its editor is accessible, and the CPU time of its process until then; ${STARTS} starts of each, in turn; medians. The last two rows say where the package can cost anything at all: both are timed inside n8n in the same starts, where they differ less than the whole does.`,
			rows: [
				row('Time until ready', 'wallMs'),
				row('CPU time until ready', 'cpuMs'),
				{
					what: 'Of it, n8n loads the package',
					figure: `${loadMs.toFixed(0)} ms`,
					baseline: `${share(loadMs)} of a start without it`,
					target: '',
				},
				{
					what: 'Of it, n8n lists the nodes of all packages',
					figure: `${listMs.toFixed(0)} ms`,
					baseline: `without the package: ${listMsWithout.toFixed(0)} ms (the difference is ${share(listMs - listMsWithout)} of a start)`,
					target: '',
				},
			],
		};
	} finally {
		for (const folder of folders.values()) rmSync(folder, { recursive: true, force: true });
	}
}
