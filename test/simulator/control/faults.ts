import type { FastifyInstance } from 'fastify';

import { faultSchema } from '../http/faults';
import { bodyAs } from '../http/jsonRoute';
import type { Service } from '../service/service';

export function faultRoutes(app: FastifyInstance, service: Service): void {
	app.get('/faults', () => ({ faults: service.faults.list() }));
	app.post('/faults', (request) => {
		service.faults.add(bodyAs(faultSchema, request));
		return { faults: service.faults.list() };
	});
	app.delete('/faults', () => {
		service.faults.clear();
		return {};
	});
}
