// Runs the benchmarks: each beside its baselines in one run, as ratios. Names as arguments pick some of them.
import { spawnSync } from 'node:child_process';

const ALL = {
	load: [['node_modules/gulp/bin/gulp.js', 'build', '--silent'], ['test/bench/load.mjs']],
	pace: [['--import', 'tsx', 'test/bench/pace.ts']],
	simulator: [['--import', 'tsx', 'test/bench/simulator.ts']],
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !Object.hasOwn(ALL, name));
if (unknown.length > 0) {
	console.error(
		`There is no benchmark ${unknown.join(', ')}: pick from ${Object.keys(ALL).join(', ')}.`,
	);
	process.exit(1);
}
for (const [name, commands] of Object.entries(ALL)) {
	if (chosen.length > 0 && !chosen.includes(name)) continue;
	console.log(`\n## ${name}\n`);
	for (const args of commands) {
		const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
		if (status !== 0) process.exitCode = 1;
	}
}
