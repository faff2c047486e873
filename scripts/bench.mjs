// Runs the benchmarks: each beside its baselines in one run, as ratios.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(
	process.execPath,
	['--import', 'tsx', 'test/bench/pace.ts', ...process.argv.slice(2)],
	{ stdio: 'inherit' },
);
process.exitCode = status ?? 1;
