import { startService } from '../support/service';

/** The service of the benchmarks, in a process of its own: what it counts must not wait for what is measured. */

interface Order {
	latencyMs: number;
	perSecond: number;
}

void (async () => {
	const service = await startService();
	service.answer = ({ body }) => {
		const { destination } = JSON.parse(body) as { destination: string };
		return { json: { error: false, data: { ref_no: destination } } };
	};
	process.on('message', (order: Order | 'report') => {
		if (order === 'report') {
			process.send?.(
				service.journal.map(({ at, outcome, body }) => ({
					at,
					accepted: outcome === 'accepted',
					destination: (JSON.parse(body) as { destination: string }).destination,
				})),
			);
			return;
		}
		const { answer } = service;
		service.reset();
		service.answer = answer;
		service.latencyMs = order.latencyMs;
		service.perSecond = order.perSecond;
		process.send?.('ready');
	});
	process.send?.(service.url);
})();
