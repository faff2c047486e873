import type { BrowserContext, Page } from 'playwright-core';

import { API_PATH_PREFIX } from '../../../nodes/service/limits';
import type { Testbed } from '../useN8n';

/** The phone of a recipient, in a tab of its own. */

export const AYU = '6281234567890';
export const CUSTOMER_CARE = '11111111-1111-4111-8111-111111111111';
const WELCOME = '22222222-aaaa-4aaa-8aaa-222222222222';

/** A first message, so that there is a chat to answer in. */
async function greet({ simulator }: Testbed): Promise<void> {
	const response = await fetch(`${simulator.url}${API_PATH_PREFIX}/wa_official/message/broadcast`, {
		method: 'POST',
		headers: { APIKey: 'simulator-key', 'content-type': 'application/json' },
		body: JSON.stringify({
			destination: AYU,
			destination_name: 'Ayu',
			template_id: WELCOME,
			channel_id: CUSTOMER_CARE,
			parameters: {},
		}),
	});
	if (!response.ok) throw new Error(await response.text());
}

/** Opens the chat in which Ayu has got a first message. */
export async function openChat(testbed: Testbed, context: BrowserContext): Promise<Page> {
	await greet(testbed);
	const page = await context.newPage();
	await page.goto(`${testbed.simulator.url}/phone?number=${AYU}`);
	await page.locator(`[data-chat="official:${CUSTOMER_CARE}"]`).click();
	await page.getByTestId('message').first().waitFor();
	return page;
}

export async function answer(page: Page, text: string): Promise<void> {
	await page.getByTestId('composer').fill(text);
	await page.getByTestId('send').click();
	await page.getByTestId('message').getByText(text).waitFor();
}
