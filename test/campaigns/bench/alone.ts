import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import autocannon from 'autocannon';
import { z } from 'zod';

import { ROOT } from '../../n8n/paths';
import { inTurn, median, times } from '../frame/measure';
import { NO_LIMITS, startSimulatorProcess } from '../frame/simulatorProcess';
import { atLeast, atMost, rounded, type Section, type World } from './world';

/** What is measured without n8n. */

const STARTS = 15;
const MOST_MS = 60;

const manifest = z.object({
	n8n: z.object({ nodes: z.array(z.string()), credentials: z.array(z.string()) }),
});

const loadedIn = (modules: readonly string[]) => {
	const program = `const from = performance.now(); for (const file of ${JSON.stringify(modules)}) require(file); process.stdout.write(String(performance.now() - from));`;
	return Number(execFileSync(process.execPath, ['-e', program], { cwd: ROOT, encoding: 'utf8' }));
};

/** What requiring all files of the package takes, in a fresh process. */
export async function load(): Promise<Section> {
	const gulp = ['node_modules/gulp/bin/gulp.js', 'bundle', '--silent'];
	execFileSync(process.execPath, gulp, { cwd: ROOT, stdio: 'inherit' });
	const { n8n } = manifest.parse(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')));
	const files = [...n8n.nodes, ...n8n.credentials].map((file) => path.join(ROOT, file));
	const modules = { with: ['n8n-workflow', ...files], without: ['n8n-workflow'] };
	const results = await inTurn(
		['with', 'without'],
		(name) => Promise.resolve(loadedIn(modules[name])),
		STARTS,
	);
	const [all, alone] = [median(results.with), median(results.without)];
	return {
		title: 'Loading of the files',
		how: `Requiring n8n-workflow with and without all files of the package; medians of ${STARTS} fresh processes, taken in turn.`,
		rows: [
			atMost(
				'What the package adds',
				all - alone,
				MOST_MS,
				rounded(1, ' ms'),
				`n8n-workflow alone: ${alone.toFixed(1)} ms (×${times(all, alone)})`,
			),
		],
	};
}

const SECONDS = 5;
const LEAST = 5000;
const READY_MS = 3000;
const REQUESTS = {
	text: { path: '/whatsapp/message', body: { destination: '6281234567890', message: 'Hello' } },
	balance: { path: '/balance', body: undefined },
};

/** How much the simulator takes with its limits lifted: it must never be what a benchmark measures. */
export const simulator = ({ endings }: World): Promise<Section> =>
	endings.within(async (inner) => {
		const from = performance.now();
		const { url, reset } = await startSimulatorProcess(inner);
		const readyMs = performance.now() - from;
		await reset(NO_LIMITS);
		const results = await inTurn(['text', 'balance'] as const, async (name) => {
			const { path: where, body } = REQUESTS[name];
			const { requests, non2xx, errors } = await autocannon({
				url: `${url}/svc_api/1.0${where}`,
				method: body === undefined ? 'GET' : 'POST',
				connections: 32,
				duration: SECONDS,
				headers: { apikey: 'simulator-key', 'content-type': 'application/json' },
				...(body !== undefined && { body: JSON.stringify(body) }),
			});
			if (non2xx + errors > 0) throw new Error(`${name}: ${non2xx + errors} requests failed`);
			return requests.average;
		});
		const rows = Object.entries(results).map(([name, rates]) =>
			atLeast(`${name}, answered a second`, median(rates), LEAST, rounded(0)),
		);
		return {
			title: 'The simulator',
			how: `Limits lifted, one process, 32 connections, rounds of ${SECONDS} s.`,
			rows: [...rows, atMost('Ready', readyMs, READY_MS, rounded(0, ' ms'))],
		};
	});
