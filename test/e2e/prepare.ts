import { ensure } from '../../scripts/n8n/debian.js';
import { installN8n } from '../../scripts/n8n/install.js';
import { say } from '../../scripts/n8n/say.js';
import { readyFolder } from '../n8n/start';

/** jest runs this before the first end-to-end test. They need a browser, n8n, and the packed package. */
export default async function prepare(): Promise<void> {
	await ensure(['chromium']);
	await installN8n();
	say(`The package in an n8n: ${await readyFolder()}`);
}
