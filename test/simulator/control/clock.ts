import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { isoTime } from '../core/serviceTime';
import { bodyAs } from '../http/jsonRoute';
import type { Service } from '../service/service';

export function clockRoutes(app: FastifyInstance, service: Service): void {
	const { clock } = service;
	const told = () => ({ now: isoTime(clock.now()), speed: clock.speed });
	app.get('/clock', told);
	app.patch('/clock', (request) => {
		clock.speed = bodyAs(z.object({ speed: z.number().min(0) }).strict(), request).speed;
		return told();
	});
	app.post('/clock/advance', async (request) => {
		const { ms } = bodyAs(z.object({ ms: z.number().min(0) }).strict(), request);
		clock.advance(ms);
		await service.deliveries.idle();
		return told();
	});
}
