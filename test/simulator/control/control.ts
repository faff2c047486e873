import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';

import { isoTime } from '../core/serviceTime';
import { faultSchema } from '../http/faults';
import { bodyAs, checkedAs, tellError, WrongRequest } from '../http/jsonRoute';
import { accountSchema } from '../service/accounts';
import type { Service } from '../service/service';
import { templateSchema, wireOf } from '../service/templates';
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

const anyFields = z.record(z.string(), z.unknown());

function accountRoutes(app: FastifyInstance, service: Service): void {
	app.patch<{ Params: { name: string } }>('/accounts/:name', (request) => {
		const { name } = request.params;
		const known = service.state.accounts.get(name);
		if (known === undefined) throw new WrongRequest(`There is no account ${name}`, 404);
		const patch = bodyAs(anyFields, request);
		// A request under way takes its credits from the same object.
		return Object.assign(known, checkedAs(accountSchema, { ...known, ...patch, name }));
	});
	app.put<{ Params: { id: string } }>('/templates/:id', (request) => {
		const { id } = request.params;
		const template = checkedAs(templateSchema, { ...bodyAs(anyFields, request), id });
		service.state.templates.set(id, template);
		return wireOf(template);
	});
}

/** The interface by which tests in any language set up and read the simulator. */
export function control(app: FastifyInstance, service: Service): void {
	void app.register(
		(scope, _options, done) => {
			scope.setErrorHandler(tellError);
			for (const routes of [serviceRoutes, callbackRoutes, messageRoutes, accountRoutes]) {
				routes(scope, service);
			}
			done();
		},
		{ prefix: '/__control' },
	);
}
