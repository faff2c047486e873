import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { types } from 'node:util';

// n8n-core keeps its settings and its key in the home folder unless told otherwise.
const folder = path.join(tmpdir(), 'n8n-nodes-messaging-service-tests');
mkdirSync(folder, { recursive: true });
process.env.N8N_USER_FOLDER = folder;
process.env.N8N_ENCRYPTION_KEY = 'a key for tests only';
process.env.N8N_LOG_LEVEL = 'silent';

// Jest runs each test file in a realm of its own, in which errors of Node's own modules are no instances of Error.
// In n8n they are.
Object.defineProperty(Error, Symbol.hasInstance, {
	value(this: unknown, value: unknown): boolean {
		if (this === Error && types.isNativeError(value)) return true;
		return Function.prototype[Symbol.hasInstance].call(this as typeof Error, value);
	},
});
