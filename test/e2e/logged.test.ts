import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { TEXT } from '../campaigns/frame/nodes';
import { until } from '../n8n/api';
import { useN8n } from './useN8n';

/** What n8n keeps of an error. */

describe('Log of n8n', () => {
	const testbed = useN8n({ simulator: { speed: 0 } });
	const logs = () => {
		const folder = path.join(testbed.userFolder, '.n8n');
		const events = readdirSync(folder).filter((name) => name.startsWith('n8nEventLog'));
		const files = [testbed.n8n.log, ...events.map((name) => path.join(folder, name))];
		return files.map((file) => readFileSync(file, 'utf8')).join('\n');
	};

	it('The logs name the fault of an item and not its value, which the execution has', async () => {
		const node = testbed.node('Send', { ...TEXT, message: 'Hi', destination: '={{ $json.to }}' });
		const items = [{ to: '0812-5550-7777 x9' }, { to: '0812-5550-8888 x9' }];
		const byHand = await testbed.finished([node], items);
		const fixed = testbed.node('Send', {
			...TEXT,
			message: 'Hi',
			destination: '0812-5550-9999 x9',
		});
		const hook = await testbed.behindWebhook([fixed]);
		await hook.call();
		await until('a log to have it', () =>
			Promise.resolve(logs().includes('is not one phone number')),
		);

		expect(byHand.error).toMatch(/^2 of 2 items are wrong: Recipient: … [a-z]/);
		expect(JSON.stringify(byHand)).toContain('5550-8888');
		expect(logs()).not.toMatch(/5550/);
	});
});
