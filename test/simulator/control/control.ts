import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';

import { isoTime } from '../core/serviceTime';
import { faultSchema } from '../http/faults';
import { bodyAs, tellError } from '../http/jsonRoute';
import type { Service } from '../service/service';
import { settingsPatch } from '../settings';
import { callbackRoutes } from './callbacks';
import { messageRoutes } from './messages';

/** No step is longer, so that all dates stay valid. */
const CENTURY_MS = 100 * 366 * 86_400_000;
const step = z.object({ ms: z.number().min(0).max(CENTURY_MS) }).strict();

function serviceRoutes(app: FastifyInstance, service: Service): void {
	const { clock, faults, journal } = service;
	const told = () => ({ now: isoTime(clock.now()), speed: clock.speed });
	app.post('/reset', () => {
		service.reset();
		return {};
	});
	app.get('/settings', () => service.settings);
	app.patch('/settings', (request) => {
		service.change(bodyAs(settingsPatch, request));
		return service.settings;
	});
	app.get('/clock', told);
	app.post('/clock/advance', async (request) => {
		clock.advance(bodyAs(step, request).ms);
		await service.deliveries.idle();
		return told();
	});
	app.get('/journal', () => journal.list());
	app.post('/faults', (request) => {
		faults.add(bodyAs(faultSchema, request));
		return {};
	});
}

/** The interface by which tests in any language set up and read the simulator. */
export function control(app: FastifyInstance, service: Service): void {
	void app.register(
		(scope, _options, done) => {
			scope.setErrorHandler(tellError);
			serviceRoutes(scope, service);
			callbackRoutes(scope, service);
			messageRoutes(scope, service);
			done();
		},
		{ prefix: '/__control' },
	);
}
