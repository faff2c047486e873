import { execFile } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { until } from '../../../n8n/api';
import { whereIs } from '../../../n8n/debian';
import { Explained } from '../../../n8n/say';
import type { Endings } from '../../frame/runner';
import { startProcess } from '../../../n8n/ownProcess';

const run = promisify(execFile);

export const DATABASE_USER = 'n8n';
export const DATABASE = 'postgres';

/** PostgreSQL refuses to run as root: then it runs as the user that Debian made for it. */
async function userForIt(): Promise<{ uid: number; gid: number } | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const numberOf = async (flag: string) =>
		Number((await run('id', [flag, 'postgres'])).stdout.trim());
	return { uid: await numberOf('-u'), gid: await numberOf('-g') };
}

export interface Postgres {
	/** What a query gives, a list of texts for each row. */
	rows: (sql: string) => Promise<string[][]>;
}

/** A PostgreSQL of our own, in a new folder. */
export async function startPostgres(
	folder: string,
	port: number,
	endings: Endings,
): Promise<Postgres> {
	const cwd = path.join(folder, 'postgres');
	const data = path.join(cwd, 'data');
	mkdirSync(cwd);
	const user = await userForIt();
	if (user !== undefined) chownSync(cwd, user.uid, user.gid);
	const program = (name: string) => whereIs(name) ?? name;
	await run(
		program('initdb'),
		['-D', data, '-U', DATABASE_USER, '--auth=trust', '-E', 'UTF8', '--no-sync'],
		{ cwd, ...user },
	);
	const postgres = startProcess(
		program('postgres'),
		['-D', data, '-p', `${port}`, '-h', '127.0.0.1', '-k', ''],
		{ cwd, log: path.join(folder, 'postgres.log'), ...(user !== undefined && { user }) },
	);
	// Connections that are still open are closed.
	endings.add(() => postgres.end('SIGINT'));
	const where = ['-h', '127.0.0.1', '-p', `${port}`, '-U', DATABASE_USER, '-d', DATABASE];
	await until('PostgreSQL to answer', async () => {
		if (postgres.over()) throw new Explained(`PostgreSQL did not start:\n${postgres.printed()}`);
		return run(program('pg_isready'), where).then(
			() => true,
			() => undefined,
		);
	});
	return {
		rows: async (sql) => {
			const { stdout } = await run(program('psql'), [...where, '-AtX', '-F', '\t', '-c', sql]);
			return stdout
				.split('\n')
				.filter((line) => line !== '')
				.map((line) => line.split('\t'));
		},
	};
}
