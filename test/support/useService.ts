import { createService, type Service } from './service';

/** A service for the tests of a block: started before them, forgetful between them, and stopped after them. */
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
