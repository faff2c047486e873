import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { setSafeRegexEngine } from 'n8n-workflow';

// n8n-core keeps its settings and its key in the home folder unless told otherwise.
const folder = path.join(tmpdir(), 'n8n-nodes-messaging-service-tests');
mkdirSync(folder, { recursive: true });
process.env.N8N_USER_FOLDER = folder;
process.env.N8N_ENCRYPTION_KEY = 'a key for tests only';
process.env.N8N_LOG_LEVEL = 'silent';

// n8n gives each pattern of its own a quarter of a second, which a busy machine runs out of.
setSafeRegexEngine({
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, replacement) =>
		input.replace(new RegExp(pattern, flags), replacement),
	matchAll: (pattern, input, flags) =>
		Array.from(input.matchAll(new RegExp(pattern, `${(flags ?? '').replace('g', '')}g`))),
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
});
