// How long n8n waits for this package: all its files required in a fresh process, beside n8n-workflow alone.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');
const { n8n } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const files = [...n8n.nodes, ...n8n.credentials].map((file) => path.join(root, file));
const REPEATS = 15;
const MOST_MS = 60;

const measure = (modules) =>
	Number(
		execFileSync(
			process.execPath,
			[
				'-e',
				`const from = performance.now(); for (const file of ${JSON.stringify(modules)}) require(file); process.stdout.write(String(performance.now() - from));`,
			],
			{ cwd: root, encoding: 'utf8' },
		),
	);

const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

const alone = [];
const together = [];
for (let repeat = 0; repeat < REPEATS; repeat++) {
	alone.push(measure(['n8n-workflow']));
	together.push(measure(['n8n-workflow', ...files]));
}
const [without, withPackage] = [median(alone), median(together)];
const more = withPackage - without;
console.log(`Loading, medians of ${REPEATS} fresh processes, taken in turn:\n`);
console.log('| required | time | ratio |\n|---|---|---|');
console.log(`| n8n-workflow alone | ${without.toFixed(1)} ms | 1.00 |`);
console.log(
	`| n8n-workflow and all ${files.length} files of this package | ${withPackage.toFixed(1)} ms | ${(withPackage / without).toFixed(2)} |`,
);
console.log(
	`\nThe package adds ${more.toFixed(1)} ms (at most ${MOST_MS}): ${more <= MOST_MS ? 'met' : 'NOT met'}.\n`,
);
process.exitCode = more <= MOST_MS ? 0 : 1;
