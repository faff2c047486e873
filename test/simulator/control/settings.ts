import type { FastifyInstance } from 'fastify';

import { bodyAs } from '../http/jsonRoute';
import type { Service } from '../service/service';
import { settingsPatch } from '../settings';

export function settingsRoutes(app: FastifyInstance, service: Service): void {
	app.get('/settings', () => service.settings);
	app.patch('/settings', (request) => {
		service.change(bodyAs(settingsPatch, request));
		return service.settings;
	});
}
