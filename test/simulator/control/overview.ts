import type { FastifyInstance } from 'fastify';

import { isoTime } from '../core/serviceTime';
import type { Service } from '../service/service';

export function overview(app: FastifyInstance, service: Service, paths: string[]): void {
	app.get('/', () => ({
		name: 'messaging service simulator',
		url: service.url,
		now: isoTime(service.clock.now()),
		settings: service.settings,
		paths,
	}));
}
