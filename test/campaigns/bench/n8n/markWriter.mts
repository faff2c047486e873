import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

import { MOST_MARKS, NodeRow } from '../../../../nodes/MessagingService/engine/n8n/nodeRow';

/**
 * One of two processes that mark the same node: by n8n's own code for its database, and by the node's for marks. Prints
 * how many marks were missing a second after they had been written, and how many are missing at the end.
 */

const [n8n = '', workflow = '', name = '', writes = '', everyMs = '', how = ''] =
	process.argv.slice(2);

interface Stored {
	value: { data: string[] };
}

/** What is used of n8n's code, which has no types here. */
interface N8n {
	di: { Container: { get: (token: unknown) => unknown } };
	db: { DbConnection: unknown; ProcessedDataRepository: unknown };
	deduplication: {
		DeduplicationHelper: new () => {
			checkProcessedAndRecord: (
				items: unknown[],
				scope: string,
				context: object,
				options: object,
			) => Promise<{ new: string[]; processed: string[] }>;
		};
	};
}

const from = createRequire(n8n);
const load = (file: string): unknown => from(file);
const { Container } = load('@n8n/di') as N8n['di'];
load('reflect-metadata');
const db = load('@n8n/db') as N8n['db'];
const { DeduplicationHelper } = load(
	'n8n/dist/deduplication/deduplication-helper.js',
) as N8n['deduplication'];

const connection = Container.get(db.DbConnection) as { init: () => Promise<void> };
await connection.init();
const repository = Container.get(db.ProcessedDataRepository) as {
	findOne: (where: object) => Promise<Stored | null>;
};
const helper = new DeduplicationHelper();
const context = { workflow: { id: workflow }, node: { id: 'two-writers' } };

type Helpers = NodeRow['helpers'];
const record: Helpers['checkProcessedAndRecord'] = async (items, scope, options) =>
	await helper.checkProcessedAndRecord(items, scope, context, options);
const row = new NodeRow({
	checkProcessedAndRecord: record,
	removeProcessed: () => Promise.resolve(),
	getProcessedDataCount: () => Promise.resolve(0),
}).for(undefined);
let last: Promise<unknown> = Promise.resolve();
const write = async (mark: string) => {
	if (how === 'repeated') {
		await row.add([mark]);
		row.carry([mark]);
		return;
	}
	// One after the other within this process, as the node does it.
	const before = last;
	const own = before
		.catch(() => undefined)
		.then(() => record([mark], 'node', { mode: 'entries', maxEntries: MOST_MARKS }));
	last = own;
	await own;
};

const there = async (marks: readonly string[]) => {
	const found = await repository.findOne({
		where: { workflowId: workflow, context: `n:${context.node.id}` },
	});
	const stored = new Set(found?.value.data);
	return marks.filter((mark) => stored.has(createHash('md5').update(mark).digest('base64')));
};

let failed = 0;
let missing = 0;
const written: string[] = [];
const looks: Promise<void>[] = [];
const look = async (mark: string) => {
	await sleep(1000);
	if ((await there([mark])).length === 0) missing++;
};
const begin = performance.now();
const running: Promise<void>[] = [];
for (let at = 0; at < Number(writes); at++) {
	await sleep(Math.max(0, begin + at * Number(everyMs) - performance.now()));
	const mark = `${name} begun ${at}`;
	running.push(
		write(mark).then(
			() => {
				written.push(mark);
				looks.push(look(mark));
			},
			() => {
				failed++;
			},
		),
	);
}
await Promise.all(running);
const seconds = (performance.now() - begin) / 1000;
await Promise.all(looks);
const atTheEnd = written.length - (await there(written)).length;
process.stdout.write(
	`${JSON.stringify({ written: written.length, failed, missing, atTheEnd, seconds })}\n`,
);
process.exit(0);
