import type { Locator, Page } from 'playwright-core';

import { visit } from './editor';
import { fieldOf } from './nodeDetails';

/** The window of a new credential. */

const modal = (page: Page): Locator => page.getByTestId('editCredential-modal');

/** n8n's words about the test, with details below them. */
const verdict = (page: Page): Locator =>
	page
		.getByTestId('node-credentials-config-container')
		.locator('.el-tag')
		.filter({ visible: true });

/** Opens the window of a new credential, found by its name. */
export async function newCredential(page: Page, name: string): Promise<void> {
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
export async function saveAndTest(page: Page, fields: Record<string, string>): Promise<string> {
	for (const [name, value] of Object.entries(fields)) await fieldOf(page, name).fill(value);
	const tested = page.waitForResponse((answer) => answer.url().endsWith('/credentials/test'));
	await page.getByTestId('credential-save-button').click();
	await tested;
	await verdict(page).waitFor();
	const details = verdict(page).getByText('More details');
	if (await details.isVisible()) await details.click();
	return verdict(page).innerText();
}
