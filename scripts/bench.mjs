// Runs the benchmarks: each beside its baselines in one run, as ratios. Names as arguments pick some of them.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(
	process.execPath,
	['--import', 'tsx', 'test/bench/main.ts', ...process.argv.slice(2)],
	{ stdio: 'inherit' },
);
process.exitCode = status ?? 1;
