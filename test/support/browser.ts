import { chromium, selectors, type Browser, type Page } from 'playwright-core';

selectors.setTestIdAttribute('data-test-id');

/** Starts the Chromium of this machine without a window. `CHROMIUM_PATH` names another one. */
export function startBrowser(): Promise<Browser> {
	return chromium.launch({
		executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
		headless: true,
		args: [
			...['--no-sandbox', '--no-first-run', '--disable-gpu', '--disable-quic', '--disable-sync'],
			...['--disable-background-networking', '--disable-component-update'],
		],
	});
}

/** The errors and warnings of a page, which include what its content policy forbids. */
export function complaintsOf(page: Page): string[] {
	const complaints: string[] = [];
	page.on('console', (message) => {
		if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
	});
	page.on('pageerror', (error) => {
		complaints.push(error.message);
	});
	page.on('dialog', (dialog) => {
		complaints.push(`A dialog: ${dialog.message()}`);
		void dialog.dismiss();
	});
	return complaints;
}
