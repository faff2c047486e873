import type { TestNode } from '../n8n/workflows';
import { approve } from '../n8n/questions';
import { asked, asking, linkTo, outcome } from './support/questions';
import { AYU, useN8n } from './useN8n';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** What is no answer, though the address is right. */
const NO_ANSWERS: [type: string, body: string][] = [
	[FORM, ''],
	[FORM, 'approved=true&approved=false'],
	[FORM, 'approved[toString]=true'],
	[FORM, '__proto__[approved]=true'],
	[FORM, `approved=false&reason=${'x'.repeat(20_000)}`],
	[FORM, 'k=v&'.repeat(900)],
	[FORM, '%E0%A4%A'],
	[JSON_TYPE, '{'],
	[JSON_TYPE, 'null'],
	[JSON_TYPE, '{"approved":"true"}'],
	[JSON_TYPE, '{"__proto__":{"approved":"true"}}'],
	[JSON_TYPE, `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`],
	['text/plain', 'approved=true'],
	['application/xml', '<!DOCTYPE a [<!ENTITY b "true">]><approved>&b;</approved>'],
	['multipart/form-data; boundary=x', '--x--'],
	['', 'approved=true'],
];

describe('Question', () => {
	const testbed = useN8n({ simulator: { speed: 0 } });

	beforeEach(() => testbed.control.reset());

	/** The link at n8n's present port, which changes with each start. */
	const here = (link: string) => {
		const { pathname, search } = new URL(link);
		return testbed.n8n.url + pathname + search;
	};

	it.each(['stop', 'kill'] as const)('A question survives a restart of n8n: %s', async (end) => {
		const { id, link } = await asked(testbed);

		await testbed.n8n[end]();
		await testbed.startN8n();
		const page = await fetch(here(link));
		await approve(here(link));

		expect(await page.text()).toContain('Refund?');
		expect(await outcome(testbed, id)).toMatchObject({ data: { approved: true } });
		expect(await testbed.sentTo(AYU)).toHaveLength(1);
	});

	describe('Question of an execution that is retried', () => {
		it('A question is not asked again if n8n was killed before it knew that it was asked', async () => {
			await testbed.control.addFault({ kind: 'slowFirstByte', ms: 300_000, times: 1 });
			const workflow = await testbed.called([asking(testbed)]);
			const link = await linkTo(testbed, AYU);
			await testbed.n8n.kill();
			await testbed.startN8n();

			const retried = await testbed.retried(await testbed.crashed(workflow));
			const late = await approve(here(link));

			expect(retried.status).toBe('error');
			expect(retried.failureOf('Ask')?.message).toContain('may have been sent');
			expect(late.status).toBe(409);
			expect(await testbed.sentTo(AYU)).toHaveLength(1);
		});

		it('A question of a stopped execution is not asked again, and goes on as unanswered', async () => {
			const { id } = await asked(testbed);

			await testbed.api.stop(id);
			const retried = await testbed.retried({ id });

			expect(retried.output('Ask')).toMatchObject([{ data: { outcome: 'no_answer' } }]);
			expect(await testbed.sentTo(AYU)).toHaveLength(1);
		});

		it('A question keeps its answer if a node behind it failed', async () => {
			const fails: TestNode = {
				name: 'Fails',
				type: 'n8n-nodes-base.stopAndError',
				parameters: { errorMessage: 'Not today' },
			};
			const { id, link } = await asked(testbed, {}, { behind: [fails] });
			await approve(link);
			expect((await testbed.api.finished(id)).status).toBe('error');

			const retried = await testbed.retried({ id });

			expect(retried.error).toBe('Not today');
			expect(retried.output('Ask')).toMatchObject([{ data: { approved: true } }]);
			expect(await testbed.sentTo(AYU)).toHaveLength(1);
		});
	});

	it('No hostile request answers a question, and the person can still answer it', async () => {
		const { id, link } = await asked(testbed);
		const requests = NO_ANSWERS.map(([type, body]) => {
			const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
			return fetch(link, { method: 'POST', body: Buffer.from(body), headers });
		});
		const statuses = (await Promise.all(requests)).map(({ status }) => status);

		expect(statuses.filter((status) => status < 400 || status >= 500)).toEqual([]);
		expect((await testbed.api.execution(id)).status).toBe('waiting');
		await approve(link);
		expect(await outcome(testbed, id)).toMatchObject({ data: { approved: true } });
	});
});
