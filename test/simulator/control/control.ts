import type { FastifyInstance } from 'fastify';

import { tellError } from '../http/jsonRoute';
import type { Service } from '../service/service';
import { accountRoutes } from './accounts';
import { callbackRoutes } from './callbacks';
import { clockRoutes } from './clock';
import { faultRoutes } from './faults';
import { journalRoutes } from './journal';
import { messageRoutes } from './messages';
import { overview } from './overview';
import { settingsRoutes } from './settings';

export const CONTROL = '/__control';

/** What tests, in any language, set the simulator up with and read it back by. */
export function control(app: FastifyInstance, service: Service): void {
	void app.register(
		(scope, _options, done) => {
			scope.setErrorHandler(tellError);
			scope.post('/reset', () => {
				service.reset();
				return {};
			});
			const paths: string[] = ['POST /reset'];
			scope.addHook('onRoute', ({ method, url }) => {
				paths.push(`${String(method)} ${url.slice(CONTROL.length)}`);
			});
			for (const routes of [
				settingsRoutes,
				clockRoutes,
				journalRoutes,
				faultRoutes,
				callbackRoutes,
				messageRoutes,
				accountRoutes,
			]) {
				routes(scope, service);
			}
			overview(scope, service, paths);
			done();
		},
		{ prefix: CONTROL },
	);
}
