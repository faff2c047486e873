import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** n8n looks often for executions that have waited long enough. */
export const LOOKS_OFTEN = {
	NODE_OPTIONS: `--import ${pathToFileURL(path.join(__dirname, 'preload/lookOften.mjs')).href}`,
};
