import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { textOfBody } from '../../nodes/plain';
import { ROOT } from '../n8n/paths';
import { Readable } from 'node:stream';

/** All that takes data from elsewhere: requests, streams and files of items. */
const TAKES =
	/\bhelpers\.(?:httpRequest|request|getBinary)\w*|\bhttpRequestWithAuthentication\b|\bfetch\(|\bfor await\b|\.arrayBuffer\(|\brequire\('node:/g;

/** The limit of each place. A new place must say its own. */
const LIMITS: Readonly<Record<string, readonly string[]>> = {
	'nodes/MessagingService/engine/wire/transport.ts': [
		"encoding: 'stream'",
		'textOfBody(body, LONGEST[wire.request.method])',
		// A body that the node itself has written.
		'written.arrayBuffer()',
	],
	'nodes/MessagingService/engine/check/itemFile.ts': ['getBinaryDataBuffer(item, property)'],
	'nodes/login/loginCheck.ts': ['useStream: true', 'textOfBody(body, LONGEST_ANSWER, deadline)'],
	'nodes/callbacks/taps.ts': ["encoding: 'stream'", 'textOfBody(body, LONGEST_ANSWER, deadline)'],
	'nodes/plain/streams.ts': ['if (length > longest) return undefined;'],
};

const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

describe('What the product reads from elsewhere', () => {
	const files = ['nodes', 'credentials'].flatMap((folder) =>
		readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.ts'))
			.map((name) => path.posix.join(folder, name)),
	);

	it('Each place that sends a request or reads a stream has its limit', () => {
		const places = files.filter((file) => textOf(file).search(TAKES) >= 0);
		expect(places.sort()).toEqual(Object.keys(LIMITS).sort());
	});

	it.each(Object.entries(LIMITS))('%s keeps to its limit', (file, limits) => {
		const text = textOf(file);
		expect(limits.filter((limit) => text.includes(limit))).toEqual(limits);
	});
});

describe('textOfBody', () => {
	const chunks = (...sizes: number[]) => sizes.map((size) => Buffer.alloc(size, 'a'));

	it('A body is read up to the limit and not beyond it', async () => {
		expect(await textOfBody(Readable.from(chunks(6, 4)), 10)).toHaveLength(10);
		expect(await textOfBody(Readable.from(chunks(6, 5)), 10)).toBeUndefined();
	});

	it('What comes after the limit is not asked for', async () => {
		let given = 0;
		const endless = Readable.from(
			(function* () {
				for (;;) yield chunks(++given && 1000)[0];
			})(),
			{ highWaterMark: 1 },
		);
		expect(await textOfBody(endless, 5000)).toBeUndefined();
		expect(given).toBeLessThan(20);
		expect(endless.destroyed).toBe(true);
	});

	it('A body that never ends fails at the deadline', async () => {
		const silent = new Readable({ read: () => undefined });
		const reading = textOfBody(silent, 10, AbortSignal.timeout(20));
		await expect(reading).rejects.toMatchObject({ code: 'ETIMEDOUT' });
	});
});
