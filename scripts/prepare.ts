import { ensure } from './n8n/debian.js';
import { installN8n } from './n8n/install.js';
import { readyFolder } from '../test/n8n/start';
import { failed, say } from './n8n/say.js';

/** The end-to-end tests need a browser, n8n, and the packed package. */
async function main() {
	await ensure(['chromium']);
	await installN8n();
	say(`The package in an n8n: ${await readyFolder()}`);
}

main().catch(failed);
