import { failed, say, Told } from '../n8n/told';
import { machineFor } from '../n8n/machine';
import { writeReport } from './report';
import { saveSoak } from './results';
import { isFullRate, soak } from './soakRun';
import { inN8n } from './world';

/** npm run soak: the full rate with faults, for as many minutes as the argument says. */

const DEFAULT_MINUTES = 20;

async function main() {
	const [given] = process.argv.slice(2);
	const minutes = given === undefined ? DEFAULT_MINUTES : Number(given);
	if (!(minutes > 0)) throw new Told(`How many minutes? '${given ?? ''}' is no number above 0.`);
	say(`Sending for ${minutes} minutes …`);
	const measured = await inN8n(
		(world) => soak(world, minutes),
		() => ({ N8N_METRICS: 'true' }),
	);
	const result = { ...machineFor(`npm run soak -- ${minutes}`), ...measured };
	saveSoak(result);
	writeReport();
	const { rss, heap, handles, wrong, twice } = result;
	const checks = {
		'Each message is told of truly': wrong.length === 0,
		'No message was accepted twice': twice === 0,
		'Requests keep the full rate': isFullRate(result),
		'Memory stays flat': rss.flat,
		'The heap stays flat': heap.flat,
		'Handles stay flat': handles.flat,
	};
	say(JSON.stringify(measured, null, '\t'));
	// What was too short to tell is neither.
	const told = Object.entries(checks).filter(([, holds]) => holds !== undefined);
	for (const [what, holds] of told) say(`${holds === true ? '✓' : '✗'} ${what}`);
	const unmet = told.filter(([, holds]) => holds === false).length;
	say(`\n${told.length - unmet} passed, ${unmet} failed`);
	process.exitCode = unmet > 0 ? 1 : 0;
}

main().catch(failed);
