import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';

import { until } from '../../n8n/api';
import { whereIs } from '../../n8n/debian';
import { Explained } from '../../n8n/say';
import type { Endings } from '../frame/endings';
import { startProcess } from '../../n8n/ownProcess';

const pings = (port: number) =>
	new Promise<boolean>((resolve) => {
		const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
		const settle = (answered: boolean) => {
			socket.destroy();
			resolve(answered);
		};
		socket.once('data', (answer) => {
			settle(answer.toString().startsWith('+PONG'));
		});
		socket.once('error', () => {
			settle(false);
		});
	});

/** A Redis of our own: it keeps nothing on the disk. */
export async function startRedis(folder: string, port: number, endings: Endings): Promise<void> {
	const cwd = path.join(folder, 'redis');
	mkdirSync(cwd);
	const redis = startProcess(
		whereIs('redis-server') ?? 'redis-server',
		['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
		{ cwd, log: path.join(folder, 'redis.log') },
	);
	endings.add(() => redis.end());
	await until('Redis to answer', async () => {
		if (redis.over()) throw new Explained(`Redis did not start:\n${redis.printed()}`);
		return (await pings(port)) || undefined;
	});
}
