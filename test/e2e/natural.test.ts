import { passTime, sqlite } from '../campaigns/frame/database';
import { LOOKS_OFTEN } from '../campaigns/frame/preload';
import type { Json, WorkflowFile } from '../n8n/api';
import { approve, postAnswer } from '../n8n/questions';
import { chain, connecting, items, link, start, type TestNode } from '../n8n/workflows';
import { linkTo } from './support/questions';
import { AYU, useN8n } from './useN8n';

const SENDER = '6280000000012';
const BUDI = '628000000062';
/** Budi in three spellings. */
const LOCAL = '0800 0000 062';
const SPELLINGS = [LOCAL, '+62 800-0000-062', BUDI];

const table = (name: string, operation: string, own: Json, settings: Json = {}): TestNode => ({
	name,
	type: 'n8n-nodes-base.dataTable',
	parameters: {
		resource: 'row',
		operation,
		dataTableId: { __rl: true, mode: 'name', value: 'stop_list' },
		...own,
	},
	...settings,
});

const make: TestNode = {
	name: 'Make the table',
	type: 'n8n-nodes-base.dataTable',
	parameters: {
		resource: 'table',
		operation: 'create',
		tableName: 'stop_list',
		columns: { column: [{ name: 'number', type: 'string' }] },
		options: { createIfNotExists: true },
	},
};

const STOPPED =
	"={{ $('Stop list').all().filter((item) => item.json.id).map((item) => item.json.number) }}";

const outcomes: TestNode = {
	name: 'Outcome',
	type: 'n8n-nodes-base.switch',
	typeVersion: 3.2,
	parameters: {
		rules: {
			values: ['approved', 'declined', 'no_answer'].map((rightValue) => ({
				conditions: {
					options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
					conditions: [
						{
							id: rightValue,
							leftValue: '={{ $json.data.outcome }}',
							rightValue,
							operator: { type: 'string', operation: 'equals' },
						},
					],
					combinator: 'and',
				},
			})),
		},
		options: {},
	},
};

const noOp = (name: string): TestNode => ({ name, type: 'n8n-nodes-base.noOp' });

describe('Workflows as a shop owner builds them', () => {
	const testbed = useN8n({ simulator: { speed: 0 }, env: LOOKS_OFTEN });

	beforeEach(() => testbed.control.reset());

	const text = (options: Json, own: Json = {}, settings: Json = {}) =>
		testbed.node(
			'Send',
			{
				resource: 'whatsappUnofficial',
				operation: 'sendText',
				destination: '={{ $json.number }}',
				message: 'Sale!',
				options: { defaultCountryCode: '62', ...options },
				...own,
			},
			settings,
		);

	const execute = async (workflow: WorkflowFile) => {
		const stored = await testbed.api.createWorkflow(workflow);
		const once = async () => testbed.api.finished(await testbed.api.run(stored, start.name));
		return once;
	};

	it('A list with one person in three spellings, run twice, reaches the person once', async () => {
		const list = items(SPELLINGS.map((number) => ({ number })));
		const once = await execute(chain('List', [start, list, text({ campaign: 'spring-sale' })]));

		const runs = [await once(), await once()];

		expect(runs.map(({ error }) => error)).toEqual([undefined, undefined]);
		expect(await testbed.sentTo(BUDI)).toHaveLength(1);
		const skipped = { sent: false, already_sent: true, destination: BUDI };
		expect(runs[1]?.output('Send')).toMatchObject([skipped, skipped, skipped]);
	});

	it('STOP holds, however the number is written, and an empty list stops nobody', async () => {
		const { url } = await testbed.publishedWith([
			testbed.trigger('', { events: ['pushInbox'] }),
			table('Save', 'insert', {
				columns: { mappingMode: 'defineBelow', value: { number: '={{ $json.from }}' } },
			}),
		]);
		await testbed.control.register({ unofficialInbox: url });
		const people = [LOCAL, AYU].map((number) => ({ number: number === AYU ? `+${AYU}` : number }));
		const once = await execute(
			chain('Campaign', [
				start,
				make,
				table('Stop list', 'get', { returnAll: true }, { alwaysOutputData: true }),
				{ ...items(people), executeOnce: true },
				text({ blockedNumbers: STOPPED }),
			]),
		);
		const before = await once();
		expect(before.error).toBeUndefined();
		expect(await testbed.sentTo(BUDI)).toHaveLength(1);

		await testbed.control.write({ route: 'unofficial', from: BUDI, to: SENDER, text: 'STOP' });
		while ((await testbed.rowsOf('stop_list')).length === 0) await testbed.untilQuiet();
		const after = await once();

		expect(after.output('Send')).toMatchObject([
			{ sent: false, blocked: true, destination: BUDI },
			{ status: 'accepted', destination: AYU },
		]);
		expect(await testbed.sentTo(BUDI)).toHaveLength(1);
	});

	it('The SMS leaves to whom WhatsApp does not reach, by the number that the error output has', async () => {
		const failing = text({}, {}, { onError: 'continueErrorOutput' });
		const sms = testbed.node('SMS', {
			resource: 'sms',
			operation: 'send',
			destination: '={{ $json.destination }}',
			message: 'Sale!',
		});
		await testbed.control.addFault({ kind: 'status', status: 422, path: '/whatsapp/message' });
		const workflow = chain('Fallback', [start, items([{ number: LOCAL }]), failing, sms]);
		const once = await execute(
			connecting(workflow, { Send: { main: [[], ...link('SMS').map((one) => [one])] } }),
		);

		expect((await once()).error).toBeUndefined();

		expect(await testbed.sentTo(BUDI)).toMatchObject([{ route: 'sms' }]);
	});

	it.each(['approved', 'declined', 'no_answer'])(
		'Behind a question, a Switch tells %s from the others',
		async (outcome) => {
			const ask = testbed.node('Ask', {
				resource: 'whatsappUnofficial',
				operation: 'sendAndWait',
				destination: AYU,
				message: 'Refund?',
				sender: SENDER,
			});
			const names = ['approved', 'declined', 'no_answer'];
			const all = [start, items([{}]), ask, outcomes, ...names.map(noOp)];
			const workflow = connecting(chain('Question', all), {
				Outcome: { main: names.map((name) => link(name)) },
				approved: { main: [] },
				declined: { main: [] },
			});
			const stored = await testbed.api.createWorkflow(workflow);
			const id = await testbed.api.run(stored, start.name);
			await testbed.waiting(id);

			const page = await linkTo(testbed, AYU);
			if (outcome === 'approved') await approve(page);
			else if (outcome === 'declined') await postAnswer(page, { approved: 'false' });
			else await passTime(sqlite(testbed.userFolder), id);

			const finished = await testbed.api.finished(id);
			expect(names.filter((name) => finished.runs(name) > 0)).toEqual([outcome]);
			expect(await testbed.sentTo(AYU)).toMatchObject([{ from: SENDER }]);
		},
	);

	it('A reply goes out from the number that the person wrote to', async () => {
		const { url } = await testbed.publishedWith([
			testbed.trigger('', { events: ['pushInbox'] }),
			testbed.node('Reply', {
				resource: 'whatsappUnofficial',
				operation: 'reply',
				message: 'Thank you!',
			}),
		]);
		await testbed.control.register({ unofficialInbox: url });

		await testbed.control.write({ route: 'unofficial', from: AYU, to: SENDER, text: 'Hello?' });
		while ((await testbed.sentTo(AYU)).length === 0) await testbed.untilQuiet();

		expect(await testbed.sentTo(AYU)).toMatchObject([{ from: SENDER, text: 'Thank you!' }]);
	});
});
