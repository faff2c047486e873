import { startSimulator, type Pages, type Simulator } from '..';
import {
	closeClient,
	createClient,
	startFiles,
	startReceiver,
	type Files,
	type Receiver,
	type Service,
} from './client';

/** Ends a test that hangs; none takes that long, however busy the machine is. */
export const HANGS_MS = 120_000;

/** A simulator for the tests of a file, as new before each: its clock stands until a test moves it, without limits. */
export function useService(settings: Record<string, unknown> = {}, pages?: Pages): () => Service {
	let simulator: Simulator;
	let receiver: Receiver;
	let files: Files;
	let service: Service;

	jest.setTimeout(HANGS_MS);

	beforeAll(async () => {
		simulator = await startSimulator({ speed: 0 }, pages);
		receiver = await startReceiver();
		files = await startFiles();
		service = createClient(simulator.url, receiver, files);
	});

	beforeEach(async () => {
		await service.control.reset();
		receiver.forget();
		await service.control.settings({ requestsPerSecond: 0, channelRequests: 0, ...settings });
	});

	afterAll(async () => {
		closeClient();
		await simulator.stop();
		await receiver.stop();
		await files.stop();
	});

	return () => service;
}
