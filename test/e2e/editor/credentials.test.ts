import type { Locator, Page } from 'playwright-core';

import { useEditor, visit } from '../support/editor';
import { fieldOf } from '../support/nodeDetails';
import { useN8n } from '../useN8n';

const testbed = useN8n();
const { onPage, picture } = useEditor(testbed, __filename);

const WORKS = 'Connection tested successfully';
const KEY = 'Messaging Service API';
const SMS = 'Messaging Service SMS API';
const CALLBACK = 'Messaging Service Callback API';

/** What a user enters, and the words of the result. */
const ENTERED: [what: string, name: string, fields: Record<string, string>, words: string][] = [
	['A good API key', KEY, { apiKey: 'simulator-key' }, WORKS],
	['A wrong SMS login', SMS, { user: 'simulator_api', password: 'mistyped-77ab03' }, 'wrong (-5)'],
	['A weak callback token', CALLBACK, { token: 'swordfish' }, 'The token has 9 characters.'],
];

const modal = (page: Page): Locator => page.getByTestId('editCredential-modal');

/** n8n's words about the test, with details below them. */
const verdict = (page: Page): Locator =>
	page
		.getByTestId('node-credentials-config-container')
		.locator('.el-tag')
		.filter({ visible: true });

/** Opens the window of a new credential, found by its name. */
async function newCredential(page: Page, name: string): Promise<void> {
	await visit(page, '/home/credentials');
	await page
		.getByTestId('add-resource-credential')
		.or(page.getByTestId('empty-resources-list').getByRole('button'))
		.first()
		.click();
	await page.getByTestId('new-credential-type-select').getByRole('combobox').fill(name);
	await page.getByRole('option', { name, exact: true }).click();
	// n8n asks its server for a free name, and refuses to save before it has one.
	const named = page.waitForResponse((answer) => answer.url().includes('/credentials/new'));
	await page.getByTestId('new-credential-type-button').click();
	await modal(page).waitFor();
	await named;
}

/** Fills in the fields, saves the credential, and reads the whole result of its test. */
async function saveAndTest(page: Page, fields: Record<string, string>): Promise<string> {
	for (const [name, value] of Object.entries(fields)) await fieldOf(page, name).fill(value);
	const tested = page.waitForResponse((answer) => answer.url().endsWith('/credentials/test'));
	await page.getByTestId('credential-save-button').click();
	await tested;
	await verdict(page).waitFor();
	const details = verdict(page).getByText('More details');
	if (await details.isVisible()) await details.click();
	return verdict(page).innerText();
}

describe('Credential in the editor', () => {
	it.each(ENTERED)(
		'%s is explained, and no secret is shown or message sent',
		(what, name, fields, words) =>
			onPage(async (page) => {
				await newCredential(page, name);
				const baseUrl = name === CALLBACK ? {} : { baseUrl: testbed.simulator.url };
				const told = await saveAndTest(page, { ...fields, ...baseUrl });
				if (what === 'A good API key') {
					const of = page.locator('.el-dialog').filter({ visible: true });
					await picture(page, 'credential', { of });
				}

				expect(told).toContain(words);
				const { apiKey = '-', password: secret = '-', token = '-' } = fields;
				const secrets = [apiKey, secret, token].filter((one) => one.length > 1);
				expect(secrets.filter((one) => told.includes(one))).toEqual([]);
				expect(await testbed.control.messages()).toEqual([]);
			})(),
	);
});
