import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { bodyAs, checkedAs, WrongRequest } from '../http/jsonRoute';
import { accountSchema } from '../service/accounts';
import type { Service } from '../service/service';
import { templateSchema, wireOf } from '../service/templates';

const anyFields = z.record(z.unknown());

export function accountRoutes(app: FastifyInstance, service: Service): void {
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
	app.get('/exclusions', () => ({
		exclusions: [...service.state.exclusions].map((line) => {
			// The name of a group may have spaces. The name of an account has none.
			const at = line.indexOf(' ');
			return { account: line.slice(0, at), number: line.slice(at + 1) };
		}),
	}));
}
