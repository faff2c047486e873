import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { Sanitizer } from '../recorded/sanitize';
import { runNode } from '../support/harness';
import { loginTo } from '../support/login';
import { useService } from '../support/useService';
import { FILE, READS, SENDS } from './readings/operations';
import { wordsFault } from './readings/judge';

interface Recording {
	from: string;
	exchanges: { operation: string; path: string; status: number; type: string; response: string }[];
}

const FOLDER = path.resolve(__dirname, '../recorded');
const recordings = readdirSync(FOLDER)
	.filter((file) => file.endsWith('.json'))
	.map((file): [string, Recording] => [
		file,
		JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as Recording,
	]);

describe('Recordings', () => {
	const service = useService();
	const scene = {
		to: '6281234567890',
		roomId: '00000000-0000-4000-8000-000000000001',
		refNo: 'queued',
		text: 'x',
		seed: 1,
	};

	const run = async (operation: string, url: string) => {
		const [resource = '', name = ''] = operation.split('.');
		const { outputs, error } = await runNode({
			...{ nodeType: new MessagingService(), items: [{}], files: FILE, credentials: loginTo(url) },
			parameters: {
				resource,
				operation: name,
				...({ ...READS, ...SENDS }[operation]?.(scene) ?? {}),
			},
			settings: { onError: 'continueRegularOutput' },
		});
		expect(error).toBeUndefined();
		return outputs.flat();
	};

	it.each(recordings)(
		'The node reads every response of %s, or says in words why not',
		async (_, { exchanges }) => {
			for (const operation of new Set(exchanges.map((one) => one.operation))) {
				const all = exchanges.filter((one) => one.operation === operation);
				service.answer = ({ path: asked }) => {
					const found =
						all.find((one) => one.path.split('?')[0] === asked.split('?')[0]) ?? all.at(-1);
					return {
						status: found?.status ?? 500,
						text: found?.response ?? '',
						headers: { 'content-type': found?.type ?? '' },
					};
				};
				for (const item of await run(operation, service.url)) {
					expect(
						typeof item.error === 'string' ? wordsFault(item.error) : undefined,
					).toBeUndefined();
				}
			}
		},
	);
});

describe('Sanitizer', () => {
	const clean = new Sanitizer(['real-key-8f41c2d97b', 'pa"ss']);

	it('A recorded body holds no key, number, name, ID or text, and keeps its form and dates', () => {
		const body = JSON.stringify({
			error: false,
			message: 'key real-key-8f41c2d97b of +6281234567890',
			data: {
				text: 'Hi Ayu',
				destination: '6281234567890',
				ref_no: 'a81f00c2d3e4f5',
				sent_date: '2026-11-02 08:00:00',
				settings: { pin: '1234' },
			},
		});
		expect(JSON.parse(clean.body(body))).toEqual({
			error: false,
			message: 'key SECRET of 6200000000001',
			data: {
				text: 'text 1',
				destination: '6200000000001',
				ref_no: 'id-1',
				sent_date: '2026-11-02 08:00:00',
				settings: { pin: 'SECRET' },
			},
		});
	});

	it.each(['pa"ss', 'pa\\"ss', 'pa%22ss', Buffer.from('pa"ss').toString('base64')])(
		'The secret is replaced as %s',
		(said) => {
			expect(clean.body(`a ${said} b`)).toBe('a SECRET b');
		},
	);
});
