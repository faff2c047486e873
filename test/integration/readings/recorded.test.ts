import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { MessagingService } from '../../../nodes/MessagingService/MessagingService.node';
import { runNode } from '../../support/harness';
import { loginTo } from '../../support/login';
import { useService } from '../../support/useService';
import { wordsFault } from './judge';
import { FILE, READS, SENDS } from './operations';

interface Exchange {
	operation: string;
	path: string;
	status: number;
	type: string;
	response: string;
}

const FOLDER = path.resolve(__dirname, '../../recorded');
const exchanges = readdirSync(FOLDER)
	.filter((file) => file.endsWith('.json'))
	.map((file) => JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as object)
	.flatMap((recording) => (recording as { exchanges: Exchange[] }).exchanges);

/** Only the owner can make some: npm run record. */
const [recorded, yet] =
	exchanges.length === 0 ? [describe.skip, ': no recordings yet'] : [describe, ''];

recorded(`Recordings of the service${yet}`, () => {
	const service = useService();
	const roomId = '00000000-0000-4000-8000-000000000001';
	const scene = { to: '6281234567890', roomId, refNo: 'queued', text: 'x', seed: 1 };

	it('The node reads every recorded response, or says in words why not', async () => {
		for (const operation of new Set(exchanges.map((one) => one.operation))) {
			const all = exchanges.filter((one) => one.operation === operation);
			service.answer = (asked) => {
				const isSame = (one: Exchange) => asked.path.replace(/\?.*/, '').endsWith(one.path);
				const { status = 500, response: text = '', type = '' } = all.find(isSame) ?? all[0] ?? {};
				return { status, text, headers: { 'content-type': type } };
			};
			const [resource = '', name = ''] = operation.split('.');
			const parameters = { ...READS, ...SENDS }[operation]?.(scene) ?? {};
			const { outputs, error } = await runNode({
				nodeType: new MessagingService(),
				items: [{}],
				files: FILE,
				credentials: loginTo(service.url),
				settings: { onError: 'continueRegularOutput' },
				parameters: { resource, operation: name, ...parameters },
			});
			expect(error).toBeUndefined();
			const words = outputs.flat().map((item) => item.error);
			expect(words.filter((said) => typeof said === 'string' && wordsFault(said))).toEqual([]);
		}
	});
});
