import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';

import { OWNER } from '../../n8n/api';
import { CACHE, ROOT } from '../../n8n/paths';
import { startBrowser } from '../../support/browser';
import { eventually } from '../../support/eventually';
import type { Testbed } from '../useN8n';

const PICTURE_BYTES = 120_000;

/** For each step that closes what a test has opened. */
const STEP_MS = 10_000;

/** The window of the editor. */
const WINDOW = { width: 1280, height: 800 };

interface Picture {
	/** A part of the page. */
	of?: Locator;
	/** Only this much from the top. */
	height?: number;
	clip?: { x: number; y: number; width: number; height: number };
	/** How high the window is meanwhile, for what does not fit into the usual one. */
	windowHeight?: number;
}

/** Goes to another place in the editor as its links do. Loading the whole editor again takes far longer. */
export async function visit(page: Page, place: string): Promise<void> {
	if (page.url() === 'about:blank') {
		await page.goto(place);
		return;
	}
	await page.evaluate(
		`history.pushState(null, '', ${JSON.stringify(place)}); dispatchEvent(new PopStateEvent('popstate'))`,
	);
}

/** Closes open dialogs and leaves the editor for the list of credentials, without saving changes. */
async function leave(page: Page): Promise<void> {
	const dialog = page.getByRole('button', { name: 'Close this dialog' }).filter({ visible: true });
	while ((await dialog.count()) > 0) {
		await dialog.first().click({ timeout: STEP_MS });
		await dialog.first().waitFor({ state: 'hidden', timeout: STEP_MS });
	}
	const outside = page
		.getByTestId('add-resource-credential')
		.or(page.getByTestId('empty-resources-list'))
		.first();
	const unsaved = page.getByRole('button', { name: /without saving/i });
	await eventually(async () => {
		// A step that the editor had begun may lead elsewhere, as after signing in. Then it is tried again.
		await visit(page, '/home/credentials');
		await outside.or(unsaved).first().waitFor({ timeout: STEP_MS });
		if (await unsaved.isVisible()) await unsaved.click({ timeout: STEP_MS });
		await outside.waitFor({ timeout: STEP_MS });
	});
}

async function signIn(page: Page): Promise<void> {
	await page.goto('/signin');
	await page.locator('input[name="emailOrLdapLoginId"]').fill(OWNER.email);
	await page.locator('input[name="password"]').fill(OWNER.password);
	await page.keyboard.press('Enter');
	await page.waitForURL((url) => !url.pathname.startsWith('/signin'));
	await leave(page);
}

/** Removes what comes and goes: notifications, the pointer and the cursor. */
async function calm(page: Page): Promise<void> {
	const notes = page.locator('.el-notification');
	await page.mouse.move(640, 1);
	while ((await notes.count()) > 0) {
		// A notification that is about to go cannot be closed.
		await notes
			.first()
			.locator('.el-notification__closeBtn')
			.click({ timeout: 1000 })
			.catch(() => 0);
		await notes
			.first()
			.waitFor({ state: 'detached', timeout: 1000 })
			.catch(() => 0);
	}
	await page.mouse.move(640, 1);
	const run = page.getByTestId('node-execute-button');
	// A wheel takes the place of its text while the node runs.
	if ((await run.count()) > 0) await run.filter({ hasText: /\S/ }).first().waitFor();
	await page.evaluate('document.activeElement?.blur()');
	await page.evaluate('document.fonts.ready.then(() => undefined)');
}

async function clipOf(page: Page, { of, height, clip }: Picture) {
	if (clip !== undefined) return clip;
	const box = await of?.boundingBox();
	const { width, height: all } = page.viewportSize() ?? { width: 1280, height: 800 };
	const whole = box ?? { x: 0, y: 0, width, height: all };
	return { ...whole, height: Math.min(height ?? whole.height, whole.height) };
}

/** A browser with n8n's editor in it for the tests of a file. */
export function useEditor(testbed: Testbed, file: string) {
	const folder = path.join(CACHE, 'e2e', path.basename(file, '.test.ts'));
	let browser: Browser;
	let context: BrowserContext;
	let shared: Page | undefined;

	const place = (name: string) =>
		path.join(folder, `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.png`);

	beforeAll(async () => {
		rmSync(folder, { recursive: true, force: true });
		mkdirSync(folder, { recursive: true });
		browser = await startBrowser();
		context = await browser.newContext({
			baseURL: testbed.n8n.url,
			viewport: WINDOW,
		});
		// Long for a busy n8n, but finite, so that a hanging step fails.
		context.setDefaultTimeout(120_000);
		shared = await context.newPage();
		await signIn(shared);
	});

	afterAll(async () => {
		await browser.close();
	});

	/**
	 * Runs a test on the page that the tests of a file share. If it fails, a picture shows the page, and the next test
	 * gets a new one.
	 */
	const onPage = (act: (page: Page) => Promise<void>) => async () => {
		const page = shared ?? (await context.newPage());
		shared = undefined;
		try {
			await act(page);
		} catch (error) {
			const name = `failed ${expect.getState().currentTestName ?? ''}`.slice(0, 120);
			await page.screenshot({ path: place(name) });
			await page.close();
			throw error;
		}
		try {
			await leave(page);
			shared = page;
		} catch {
			await page.close();
		}
	};

	/** A picture for the documents, which UPDATE_SCREENSHOTS writes again. */
	const picture = async (page: Page, name: string, wanted: Picture = {}) => {
		const { windowHeight: height } = wanted;
		if (height !== undefined) await page.setViewportSize({ ...WINDOW, height });
		await calm(page);
		const taken = await page.screenshot({
			path: place(name),
			clip: await clipOf(page, wanted),
			animations: 'disabled',
			caret: 'hide',
			// The neighbours of a node stick out of its window.
			style: '[data-test-id=floating-nodes] { visibility: hidden; }',
		});
		if (height !== undefined) await page.setViewportSize(WINDOW);
		expect(taken.length).toBeLessThan(PICTURE_BYTES);
		if (process.env.UPDATE_SCREENSHOTS === undefined) return;
		const file = path.join(ROOT, 'docs/screenshots', `${name}.png`);
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, taken);
	};

	return { onPage, picture };
}
