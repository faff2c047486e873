import { ensure } from '../test/n8n/debian';
import { installN8n } from '../test/n8n/install';
import { packed } from '../test/n8n/package';
import { failed, say } from '../test/n8n/say';
import { N8N_1, N8N_2 } from '../test/n8n/versions';

/** The end-to-end tests need a browser, both versions of n8n, and the packed package. */
async function main() {
	await ensure(['chromium']);
	await installN8n(N8N_2);
	await installN8n(N8N_1);
	say(`Packed: ${await packed()}`);
}

main().catch(failed);
