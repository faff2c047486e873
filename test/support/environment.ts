import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import './patterns';

// n8n-core keeps its settings and its key in the home folder unless told otherwise.
const folder = path.join(tmpdir(), 'n8n-nodes-messaging-service-tests');
mkdirSync(folder, { recursive: true });
process.env.N8N_USER_FOLDER = folder;
process.env.N8N_ENCRYPTION_KEY = 'a key for tests only';
process.env.N8N_LOG_LEVEL = 'silent';

// n8n ends while its long timers are open. So do tests.
const LONG_MS = 2_000;
const start = globalThis.setTimeout;
globalThis.setTimeout = Object.assign((...given: Parameters<typeof start>) => {
	const timer = start(...given);
	return (given[1] ?? 0) > LONG_MS ? timer.unref() : timer;
}, start);
