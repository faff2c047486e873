import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Check } from './conformance/check';
import { CHECKS } from './conformance/checks';
import {
	closeClient,
	createClient,
	startFiles,
	startReceiver,
	type Files,
	type Receiver,
	type Service,
} from './conformance/client';
import { rulesDocument } from './conformance/list';
import { RULES } from './conformance/rules';
import { startSimulator } from '.';

const rules: Record<string, Record<string, string>> = RULES;
const checks: Record<string, Record<string, Check>> = CHECKS;

describe('The simulator keeps what the service documents', () => {
	let simulator: Awaited<ReturnType<typeof startSimulator>>;
	let receiver: Receiver;
	let files: Files;
	let service: Service;

	beforeAll(async () => {
		// Its clock stands: time passes when a check says so.
		simulator = await startSimulator({ port: 0, speed: 0 });
		receiver = await startReceiver();
		files = await startFiles();
		service = createClient(simulator.url, receiver, files);
	});

	beforeEach(async () => {
		await service.control.reset();
		receiver.forget();
		// The checks of the limits set them again.
		await service.control.settings({ requestsPerSecond: 0, channelRequests: 0 });
	});

	afterAll(async () => {
		closeClient();
		await simulator.stop();
		await receiver.stop();
		await files.stop();
	});

	async function expectRule(section: string, id: string): Promise<void> {
		const check = checks[section]?.[id];
		if (!check) throw new Error(`${section}/${id} has no check`);
		await check(service);
	}

	describe.each(Object.entries(rules))('%s', (section, sentences) => {
		it.each(Object.entries(sentences))('%s: %s', async (id) => {
			await expectRule(section, id);
		});
	});
});

describe('The list of rules', () => {
	it('is the one that rules.ts gives', async () => {
		const file = path.join(__dirname, 'conformance', 'RULES.md');
		if (process.env.UPDATE_RULES !== undefined) await writeFile(file, rulesDocument());
		expect(await readFile(file, 'utf8')).toBe(rulesDocument());
	});
});
