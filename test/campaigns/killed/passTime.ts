import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { installN8n } from '../../n8n/install';
import { N8N_2 } from '../../n8n/versions';

/** An execution that waits for hours goes on now: the moment until which it waits is moved in n8n's database. */

export const LOOKS_OFTEN = {
	NODE_OPTIONS: `--import ${pathToFileURL(path.join(__dirname, 'lookOften.mjs')).href}`,
};

const UPDATE = `
const { DatabaseSync } = require('node:sqlite');
const [file, id] = process.argv.slice(1);
const database = new DatabaseSync(file);
database.exec('pragma busy_timeout = 10000');
database.prepare("update execution_entity set waitTill = strftime('%Y-%m-%d %H:%M:%f', 'now') where id = ?").run(id);
`;

/** The Node of n8n 2 comes with SQLite. */
export async function passTimeInSqlite(file: string, execution: string): Promise<void> {
	const { node } = await installN8n(N8N_2);
	await promisify(execFile)(node, ['--no-warnings', '-e', UPDATE, file, execution]);
}

/** The statement for PostgreSQL. */
export const timePassed = (execution: string) =>
	`update execution_entity set "waitTill" = now() where id = ${Number(execution)}`;
