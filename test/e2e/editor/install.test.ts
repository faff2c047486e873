import { PACKAGE_NAME, packed } from '../../n8n/package';
import { eventually } from '../../support/eventually';
import { useEditor } from '../support/editor';
import { entry, openPanel, searchNodes } from '../support/panel';
import { startRegistry, type Registry } from '../support/registry';
import { useN8n } from '../useN8n';

describe('Installation in the settings of n8n', () => {
	const env: Record<string, string> = {};
	let registry: Registry;

	beforeAll(async () => {
		registry = await startRegistry(await packed());
		Object.assign(env, registry.env);
	});

	const testbed = useN8n({ withPackage: false, env });
	const { onPage } = useEditor(testbed, __filename);

	afterAll(async () => {
		await registry.stop();
	});

	it(
		'The nodes are there without a restart, and the package can be removed',
		onPage(async (page) => {
			await openPanel(page);
			await searchNodes(page, 'messaging service');
			await page.getByTestId('node-creator-no-results').waitFor();

			await page.goto('/settings/community-nodes');
			await page.getByTestId('empty-state').getByRole('button').click();
			await page.getByTestId('package-name-input').fill(PACKAGE_NAME);
			await page.getByTestId('user-agreement-checkbox').click();
			await page.getByTestId('install-community-package-button').click();
			const card = page.getByTestId('community-package-card').filter({ hasText: PACKAGE_NAME });
			await card.waitFor();
			await page.getByTestId('communityPackageInstall-modal').waitFor({ state: 'hidden' });

			expect(await card.innerText()).toContain('3 nodes');
			expect(registry.asked).toContain(`GET /${PACKAGE_NAME}`);

			await openPanel(page);
			await searchNodes(page, 'messaging service');
			await entry(page, 'Messaging Service').waitFor();
			await entry(page, 'Messaging Service Status').waitFor();

			await page.goto('/settings/community-nodes');
			await card.getByTestId('action-toggle').click();
			await page.getByTestId('action-uninstall').click();
			await page.getByRole('dialog').getByRole('button', { name: 'Confirm uninstall' }).click();
			await page.getByTestId('empty-state').waitFor();

			await eventually(async () => {
				const types = await fetch(`${testbed.n8n.url}/types/nodes.json`);
				expect(await types.text()).not.toContain(PACKAGE_NAME);
			});
			await openPanel(page);
			await searchNodes(page, 'messaging service');
			await page.getByTestId('node-creator-no-results').waitFor();
		}),
	);
});
