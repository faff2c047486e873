import { request } from 'node:http';

import { startModel, type Model } from '../n8n/model';

describe('Stand-in of a language model', () => {
	let model: Model;

	beforeAll(async () => {
		model = await startModel();
	});

	afterAll(() => model.stop());

	/** fetch would write these headers itself. */
	const statusWith = (headers: Record<string, string>) =>
		new Promise<number | undefined>((resolve, reject) => {
			request(`${model.url}/models`, { headers }, (response) => {
				response.resume();
				resolve(response.statusCode);
			})
				.on('error', reject)
				.end();
		});

	it.each([
		[{ host: 'attacker.example' }, 403],
		[{ host: '127.0.0.1', origin: 'https://attacker.example' }, 403],
		[{ host: 'localhost' }, 200],
	])('A request with the headers %j gets %i', async (headers, status) => {
		expect(await statusWith(headers)).toBe(status);
	});
});
