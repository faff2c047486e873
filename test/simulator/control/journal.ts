import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { checkedAs } from '../http/jsonRoute';
import type { Service } from '../service/service';

const range = z.object({
	after: z.coerce.number().int().min(0).default(0),
	limit: z.coerce.number().int().min(1).optional(),
});

export function journalRoutes(app: FastifyInstance, service: Service): void {
	app.get('/journal', (request) => {
		const { after, limit } = checkedAs(range, request.query);
		return service.journal.list(after, limit);
	});
	app.delete('/journal', () => {
		service.journal.clear();
		return {};
	});
}
