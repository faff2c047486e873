import type { z } from 'zod/v4';

import { createServer, type Pages } from './http/server';
import { Service } from './service/service';
import { optionsSchema } from './settings';

/** The parts that the pages of the playground use. */
export { isoTime } from './core/serviceTime';
export { API_PREFIX } from './facts/limits';
export { openApiOf } from './facts/openapi';
export { statusOf } from './facts/statuses';
export { bodyAs, checkedAs, tellError, WrongRequest } from './http/jsonRoute';
export type { Pages } from './http/server';
export { chatOf, type PhoneEntry } from './service/message';
export type { Service };

export interface Simulator {
	/** http://127.0.0.1:<port> */
	url: string;
	/** For tests in the same process. All others use the control interface. */
	service: Service;
	stop: () => Promise<void>;
}

export async function startSimulator(
	options: z.input<typeof optionsSchema> = {},
	pages?: Pages,
): Promise<Simulator> {
	const checked = optionsSchema.parse(options);
	const service = new Service(checked);
	const app = await createServer(service, pages);
	service.url = await app.listen({ host: '127.0.0.1', port: checked.port });
	return {
		url: service.url,
		service,
		stop: async () => {
			service.stop();
			await app.close();
		},
	};
}
