import type { Locator, Page } from 'playwright-core';

import type { Stored } from '../../n8n/api';
import { visit } from './editor';

/** A workflow on the canvas, and the window of a node. */

export const onCanvas = (page: Page, name: string): Locator =>
	page.getByTestId('canvas-node').filter({ has: page.getByText(name, { exact: true }) });

export async function openWorkflow(page: Page, { id }: Stored): Promise<void> {
	await visit(page, `/workflow/${id}`);
	await page.getByTestId('canvas-node').first().waitFor();
}

export async function openNode(page: Page, workflow: Stored, name: string): Promise<void> {
	await openWorkflow(page, workflow);
	await onCanvas(page, name).dblclick();
	await page.getByTestId('node-parameters').getByTestId('parameter-item').first().waitFor();
}

/** The field of a parameter. */
export const fieldOf = (page: Page, name: string): Locator =>
	page.getByTestId(`parameter-input-${name}`).locator('input, textarea').first();

/** Opens the list of a parameter, and returns its entries. */
async function openList(page: Page, name: string): Promise<Locator> {
	await page.getByTestId(`resource-locator-${name}`).getByTestId('rlc-input').click();
	const entries = page.getByTestId('rlc-item').filter({ visible: true });
	await entries.first().waitFor();
	return entries;
}

async function searchList(page: Page, words: string): Promise<void> {
	await page.getByTestId('rlc-search').filter({ visible: true }).fill(words);
}

export async function pickFromList(page: Page, name: string, entry: string): Promise<void> {
	const entries = await openList(page, name);
	await searchList(page, entry);
	await entries.filter({ hasText: entry }).click();
}

async function press(page: Page): Promise<void> {
	await page.getByTestId('node-execute-button').click();
}

export const output = (page: Page): Locator => page.getByTestId('output-panel');

/** Waits until the output is there, and reads its table. */
async function readOutput(page: Page): Promise<string> {
	await output(page).getByTestId('node-run-status-success').waitFor();
	const data = output(page).getByTestId('ndv-data-container');
	await data.locator('td').first().waitFor();
	return data.innerText();
}

/** Presses Execute Step, and reads the output. */
export async function execute(page: Page): Promise<string> {
	await press(page);
	return readOutput(page);
}

/** Presses Execute Step, and reads the error. */
export async function executeInVain(page: Page): Promise<{ message: string; description: string }> {
	await press(page);
	await output(page).getByTestId('node-run-status-danger').waitFor();
	return {
		message: await output(page).getByTestId('node-error-message').innerText(),
		description: await output(page).getByTestId('node-error-description').innerText(),
	};
}
