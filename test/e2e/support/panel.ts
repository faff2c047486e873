import type { Locator, Page } from 'playwright-core';

import { visit } from './editor';

/** n8n's nodes panel. */

export const panel = (page: Page): Locator => page.getByTestId('node-creator');

/** Opens the panel on a new workflow. */
export async function openPanel(page: Page): Promise<void> {
	await visit(page, '/workflow/new');
	await page.getByTestId('canvas-plus-button').click();
	await page.getByTestId('node-creator-search-bar').waitFor();
}

/** The entry of a node, by its whole name. */
export const entry = (page: Page, name: string): Locator =>
	panel(page)
		.getByTestId('item-iterator-item')
		.filter({ has: page.getByTestId('node-creator-item-name').getByText(name, { exact: true }) });

export async function searchNodes(page: Page, words: string): Promise<void> {
	await page.getByTestId('node-creator-search-bar').fill(words);
}

/** Opens the entry of a node, with its actions and triggers. */
export async function openEntry(page: Page, name: string): Promise<void> {
	await openPanel(page);
	await searchNodes(page, 'messaging service');
	await entry(page, name).click();
	await panel(page).getByText('Node details').waitFor();
}

/** The names of the panel's entries. */
export const offered = (page: Page): Promise<string[]> =>
	panel(page).getByTestId('node-creator-item-name').allInnerTexts();
