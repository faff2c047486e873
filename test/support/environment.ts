import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

// n8n-core keeps its settings and its key in the home folder unless told otherwise.
process.env.N8N_USER_FOLDER = mkdtempSync(path.join(tmpdir(), 'messaging-service-'));
process.env.N8N_ENCRYPTION_KEY = 'a key for tests only';
process.env.N8N_LOG_LEVEL = 'silent';
