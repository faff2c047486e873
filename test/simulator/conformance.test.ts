import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Check } from './conformance/check';
import { CHECKS } from './conformance/checks';
import { rulesDocument } from './conformance/list';
import { RULES } from './conformance/rules';
import { useService } from './conformance/useService';

const rules: Record<string, Record<string, string>> = RULES;
const checks: Record<string, Record<string, Check>> = CHECKS;

describe('The simulator keeps what the service documents', () => {
	const service = useService();

	async function expectRule(section: string, id: string): Promise<void> {
		const check = checks[section]?.[id];
		if (!check) throw new Error(`${section}/${id} has no check`);
		await check(service());
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
