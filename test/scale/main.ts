import { say, wordsOf } from '../n8n/told';
import { Checks } from './checks';
import { startCluster } from './cluster';
import { Endings, endOnSignals } from './endings';
import { Report } from './report';
import { longLists } from './longList';
import { callbacks } from './scenarios/callbacks';
import { simulated } from './simulated';
import { questions } from './scenarios/questions';
import { grouping } from './scenarios/grouping';
import type { Scenario } from './scenarios/scenario';
import { repeats } from './scenarios/repeats';
import { paces } from './scenarios/paces';

/** n8n as large installations run it, with thousands of messages and callbacks. */

const SCENARIOS: Record<string, Scenario> = {
	paces,
	callbacks,
	grouping,
	questions,
	repeats,
};

/** Names of scenarios pick them: npm run test:scale -- callbacks. */
const wanted = process.argv.slice(2);

async function main() {
	const endings = new Endings();
	endOnSignals(endings);
	const checks = new Checks();
	const report = new Report();
	try {
		const chosen = Object.entries(SCENARIOS).filter(
			([name]) => wanted.length === 0 || wanted.includes(name),
		);
		if (wanted.length === 0 || wanted.includes('simulated')) await simulated(report);
		// An hour and more: only by name.
		await longLists(wanted, { endings, checks, report });
		if (chosen.length === 0) return;
		const cluster = await startCluster(endings);
		for (const [, scenario] of chosen) await scenario({ cluster, checks, report });
	} catch (error) {
		checks.fail(wordsOf(error));
	} finally {
		report.write(checks.failed === 0);
		await endings.endAll();
	}
	say(`\n${checks.passed} passed, ${checks.failed} failed`);
	process.exitCode = checks.failed > 0 ? 1 : 0;
}

void main();
