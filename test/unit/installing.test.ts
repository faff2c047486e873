import { loadedIn } from '../../scripts/n8n/install.js';

describe('npm start', () => {
	it('Tells how many packages npm has loaded, or found in its cache', () => {
		const log = [
			'npm http fetch GET 200 https://registry.example/tsx 10209ms (cache stale)',
			'npm http fetch GET 200 https://registry.example/tsx/-/tsx-4.0.0.tgz 203ms (cache miss)',
			'npm http cache https://registry.example/zod/-/zod-3.25.76.tgz 0ms (cache hit)',
			'added 2 packages in 41s',
		];
		expect(loadedIn('')).toBe(0);
		expect(loadedIn(log.join('\n'))).toBe(2);
	});
});
