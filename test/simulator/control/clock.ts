import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { isoTime } from '../core/serviceTime';
import { bodyAs } from '../http/jsonRoute';
import type { Service } from '../service/service';

/** A hundred years: dates end where the language's do. */
const LONGEST_STEP_MS = 100 * 366 * 24 * 60 * 60 * 1000;

export function clockRoutes(app: FastifyInstance, service: Service): void {
	const { clock } = service;
	const told = () => ({ now: isoTime(clock.now()), speed: clock.speed });
	app.get('/clock', told);
	app.patch('/clock', (request) => {
		clock.speed = bodyAs(
			z.object({ speed: z.number().min(0).max(1_000_000) }).strict(),
			request,
		).speed;
		return told();
	});
	app.post('/clock/advance', async (request) => {
		const { ms } = bodyAs(
			z.object({ ms: z.number().min(0).max(LONGEST_STEP_MS) }).strict(),
			request,
		);
		clock.advance(ms);
		await service.deliveries.idle();
		return told();
	});
}
