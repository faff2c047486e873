import { createService, type Service } from './service';

/** A service for the tests of a block, as new before each test. */
export function useService(): Service {
	const service = createService();

	beforeAll(async () => {
		await service.start();
	});

	beforeEach(() => {
		service.reset();
	});

	afterAll(async () => {
		await service.stop();
	});

	return service;
}
