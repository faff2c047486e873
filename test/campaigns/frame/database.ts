import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { z } from 'zod';

import { until } from '../../n8n/api';
import { ensure, whereIs } from '../../../scripts/n8n/debian.js';
import { installN8n } from '../../../scripts/n8n/install.js';
import { startProcess } from '../../n8n/ownProcess';
import { freePorts } from '../../n8n/ports';
import { Explained } from '../../../scripts/n8n/say.js';
import type { Endings } from './runner';

const run = promisify(execFile);

/** Where an n8n keeps its data, as its tests look at it and change it. */
export interface Database {
	env: Record<string, string>;
	/** What a statement gives, a list of texts for each row. */
	rows: (sql: string) => Promise<string[][]>;
	now: string;
}

const STATEMENT = `
const { DatabaseSync } = require('node:sqlite');
const [file, sql] = process.argv.slice(1);
const database = new DatabaseSync(file);
database.exec('pragma busy_timeout = 10000');
const rows = database.prepare(sql).all().map((row) => Object.values(row).map(String));
process.stdout.write(JSON.stringify(rows));
`;

export const sqlite = (userFolder: string): Database => ({
	env: {},
	now: "strftime('%Y-%m-%d %H:%M:%f', 'now')",
	rows: async (sql) => {
		// The Node of n8n comes with SQLite.
		const { node } = await installN8n();
		const file = path.join(userFolder, '.n8n/database.sqlite');
		const args = ['--no-warnings', '-e', STATEMENT, file, sql];
		const { stdout } = await run(node, args, { maxBuffer: 100_000_000 });
		return z.array(z.array(z.string())).parse(JSON.parse(stdout));
	},
});

/** Moves the moment until which an execution waits: it goes on when n8n looks next. */
export const passTime = async ({ rows, now }: Database, execution: string): Promise<void> => {
	await rows(`update execution_entity set "waitTill" = ${now} where id = ${Number(execution)}`);
};

async function started(
	name: string,
	args: readonly string[],
	where: { cwd: string; user?: { uid: number; gid: number } },
	isUp: () => Promise<boolean>,
) {
	const store = startProcess(whereIs(name) ?? name, args, {
		...where,
		log: path.join(path.dirname(where.cwd), `${name}.log`),
	});
	await until(`${name} to answer`, async () => {
		if (store.over()) throw new Explained(`${name} did not start:\n${store.printed()}`);
		return isUp();
	});
	return store;
}

const succeeds = (program: string, args: readonly string[]) =>
	run(program, args).then(
		() => true,
		() => false,
	);

/** PostgreSQL refuses to run as root: then it runs as the user that Debian made for it. */
async function userForIt(): Promise<{ uid: number; gid: number } | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
	return { uid: await idOf('-u'), gid: await idOf('-g') };
}

const USER = 'n8n';
const DATABASE = 'postgres';

export async function startPostgres(folder: string, endings: Endings): Promise<Database> {
	await ensure(['postgres']);
	chmodSync(folder, 0o711);
	const [port = 0] = await freePorts(1);
	const cwd = path.join(folder, 'postgres');
	const data = path.join(cwd, 'data');
	mkdirSync(cwd);
	const user = await userForIt();
	if (user !== undefined) chownSync(cwd, user.uid, user.gid);
	const program = (name: string) => whereIs(name) ?? name;
	const setUp = ['-D', data, '-U', USER, '--auth=trust', '-E', 'UTF8', '--no-sync'];
	await run(program('initdb'), setUp, { cwd, ...user });
	const where = ['-h', '127.0.0.1', '-p', `${port}`, '-U', USER, '-d', DATABASE];
	const args = ['-D', data, '-p', `${port}`, '-h', '127.0.0.1', '-k', ''];
	const isReady = () => succeeds(program('pg_isready'), where);
	const postgres = await started('postgres', args, { cwd, ...(user && { user }) }, isReady);
	// On SIGINT, PostgreSQL ends without waiting for its clients to disconnect.
	endings.add(() => postgres.end('SIGINT'));
	return {
		env: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: `${port}`,
			DB_POSTGRESDB_USER: USER,
			DB_POSTGRESDB_DATABASE: DATABASE,
		},
		now: 'now()',
		rows: async (sql) => {
			const args = [...where, '-AtX', '-F', '\t', '-c', sql];
			const { stdout } = await run(program('psql'), args, { maxBuffer: 100_000_000 });
			const lines = stdout.split('\n').filter((line) => line !== '');
			return lines.map((line) => line.split('\t'));
		},
	};
}

/** A Redis of our own, which keeps nothing on the disk. */
export async function startRedis(folder: string, endings: Endings): Promise<number> {
	await ensure(['redis-server']);
	const [port = 0] = await freePorts(1);
	const cwd = path.join(folder, 'redis');
	mkdirSync(cwd);
	const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
	const redis = await started('redis-server', args, { cwd }, () =>
		succeeds('redis-cli', ['-h', '127.0.0.1', '-p', `${port}`, 'ping']),
	);
	endings.add(() => redis.end());
	return port;
}
