import { callingWorkflow } from '../../n8n/agents';
import { everySeconds, exampleOf, withNodes, withSettings } from '../../n8n/editedExample';
import { until, type Json } from '../../n8n/api';
import { importExample, type Example } from '../../n8n/playground';
import { call } from '../../n8n/workflows';
import { post, useN8n } from '../useN8n';
import { containing, SENDER, useExamples } from './useExamples';

const [AYU, BUDI, CITRA] = ['628000000201', '628000000202', '628000000203'];
const [DEWI, EKA, FAJAR] = ['628000000204', '628000000205', '628000000206'];
const WELCOME = '22222222-aaaa-4aaa-8aaa-222222222222';

/** A zone in which it is this hour now. */
const zoneAt = (hour: number) => {
	const away = ((hour - new Date().getUTCHours() + 35) % 24) - 11;
	return `Etc/GMT${away > 0 ? '-' : '+'}${Math.abs(away)}`;
};
const [DAY, NIGHT] = [zoneAt(12), zoneAt(2)];

/** The agent's own tool is replaced by a call of the Outbox: the model chooses the text alone. */
const callingOutbox = (example: Example): Example => {
	const value = {
		to: "={{ $('Message arrived').first().json.from }}",
		text: "={{ $fromAI('text', 'The answer', 'string') }}",
		purpose: 'answer',
	};
	const called = { cachedResultName: 'Outbox' };
	const tool = callingWorkflow('Sends the answer to the customer', called, value);
	const nodes = example.nodes.map((node) =>
		node.name === 'Answer on WhatsApp' ? { ...node, ...tool } : node,
	);
	return { ...example, nodes };
};

const SETTINGS = {
	...{ credits_a_day: 17, sms_after_minutes: 1, pause_seconds: 0, country_code: '62' },
};

describe('Outbox', () => {
	const testbed = useN8n({ simulator: { speed: 0 } });
	const { workflow, urlOf, write, startedBy, rowsOf, register } = useExamples(testbed, {
		names: ['outbox', 'ai-agent', 'support-agent-that-knows-the-orders'],
		edited: {
			outbox: (example) =>
				withNodes(withSettings(example, SETTINGS), {
					'Each minute': everySeconds(5),
					'Callback arrived': { options: { defaultCountryCode: '62' } },
				}),
			'ai-agent': callingOutbox,
		},
	});

	const calls = async (...messages: Json[]) => {
		const workflowId = { __rl: true, mode: 'id', value: workflow('outbox').id };
		const type = 'n8n-nodes-base.executeWorkflow';
		const call = { name: 'Call', type, typeVersion: 1.1, parameters: { workflowId, options: {} } };
		const execution = await testbed.finished([call], messages);
		expect(execution.error).toBeUndefined();
		return execution.output('Call').map(({ who, status, why }) => [who, status, why]);
	};

	const move = async (to: string, status: string) => {
		const [message] = await testbed.sentTo(to);
		await testbed.control.move(message?.ref_no ?? '', status);
	};
	const chatWith = async (to: string) =>
		(await testbed.sentTo(to)).filter(({ route }) => route !== 'sms');
	const isStopped = (number: string, wanted: boolean) =>
		until('the list of those who wrote STOP', async () => {
			const list = await rowsOf('opted_out');
			return list.some((row) => row.number === number) === wanted;
		});
	const routesTo = async (to: string) => (await testbed.sentTo(to)).map(({ route }) => route);

	it('A message leaves once, by day, within the cap of a week, and else says why not', async () => {
		await register('officialStatus', 'outbox', 'Callback arrived');
		await register('unofficialStatus', 'outbox', 'Callback arrived');
		const order = { purpose: 'service', zone: DAY, text: 'Your order is ready' };
		const news = { purpose: 'campaign', zone: DAY };

		const told = await calls(
			{ ...order, to: AYU, key: 'A-1' },
			{ ...order, to: `+${AYU}`, key: 'A-1' },
			{ ...order, to: AYU, key: 'A-1', template: WELCOME },
			{ ...order, to: DEWI },
			{ ...news, to: CITRA, template: WELCOME },
			{ ...news, to: CITRA, text: 'Two' },
			{ ...news, to: CITRA, text: 'Three' },
			{ ...news, to: BUDI, text: 'Good night', zone: NIGHT },
			{ ...news, to: BUDI, text: 'Here I am', zone: NIGHT, purpose: 'answer' },
			{ ...order, to: '6.28000000201e11' },
			{ ...order, to: DEWI, text: 'Hello', zone: 'WIB' },
		);
		await move(AYU, 'D');
		await move(DEWI, 'F');

		expect(told).toEqual([
			[AYU, 'accepted', ''],
			[AYU, 'already_sent', containing('sent before')],
			[AYU, 'already_sent', containing('sent before')],
			[DEWI, 'accepted', ''],
			[CITRA, 'accepted', ''],
			[CITRA, 'accepted', ''],
			[CITRA, 'not_sent', containing('enough campaign messages')],
			[BUDI, 'not_sent', containing('night')],
			[BUDI, 'accepted', ''],
			[containing('6.28000000201e11'), 'not_sent', containing('not one phone number')],
			[DEWI, 'not_sent', containing('zone is not known')],
		]);
		expect(await routesTo(CITRA)).toEqual(['official', 'unofficial']);
		expect(await routesTo(BUDI)).toHaveLength(1);
	});

	it('An agent that calls it answers the person who wrote, and the same text once', async () => {
		await register('unofficialInbox', 'ai-agent');

		await startedBy('ai-agent', () => write(EKA, 'Are you open?'));
		await startedBy('ai-agent', () => write(EKA, 'Are you open?'));

		expect(await chatWith(EKA)).toMatchObject([{ text: containing('Are you open?') }]);
	});

	it('The support agent reads what was sent to the number that writes, and to no other', async () => {
		const name = 'support-agent-that-knows-the-orders';
		await register('unofficialInbox', name);
		const tool = 'Messages_sent_to_this_customer';

		await startedBy(name, () => write(EKA, JSON.stringify({ calls: [{ tool, args: {} }] })));

		const learned = JSON.stringify(testbed.model.requests.at(-1));
		expect([EKA, 'Are you open?', 'answer'].filter((one) => !learned.includes(one))).toEqual([]);
		expect([AYU, DEWI, 'Your order is ready'].filter((one) => learned.includes(one))).toEqual([]);
	});

	it('A person who wrote STOP between two calls gets nothing more, and the budget ends a day', async () => {
		await register('unofficialInbox', 'outbox', 'Callback arrived');
		await write(BUDI, 'STOP');
		await isStopped(BUDI, true);
		const order = { purpose: 'service', zone: DAY, text: 'Your order is ready' };

		expect(
			await calls(
				{ ...order, to: BUDI },
				{ ...order, to: CITRA },
				{ ...order, to: CITRA, key: 'x' },
			),
		).toEqual([
			[BUDI, 'not_sent', containing('wrote STOP')],
			[CITRA, 'accepted', ''],
			[CITRA, 'accepted', ''],
		]);
		expect(await calls({ ...order, to: AYU, key: 'A-9' })).toEqual([
			[AYU, 'not_sent', containing('budget')],
		]);
		await write(CITRA, 'Berhenti.');
		await isStopped(CITRA, true);
		const told = await until('the confirmation', async () => {
			const all = await chatWith(BUDI);
			return all.length > 1 && all;
		});
		expect(told).toMatchObject([{}, { text: containing('no more messages') }]);
	});

	it('The table says what became of each message, and an SMS goes where WhatsApp failed', async () => {
		const rows = await until('the SMS', async () => {
			const found = await rowsOf('messages');
			const isSent = found.some((row) => row.who === DEWI && row.status === 'sent_by_sms');
			const stopped = found.filter(({ who, purpose }) => who === CITRA && purpose === 'service');
			return isSent && stopped.every(({ sms_at: due }) => due === 0) && found;
		});

		const time: unknown = expect.stringMatching(/^20/);
		const accepted = rows.filter(({ ref_no: ref }) => ref);
		expect(accepted).toHaveLength(9);
		expect(accepted[0]).toMatchObject({ who: AYU, key: 'A-1', delivered: time, failed: null });
		expect(accepted[0]).toMatchObject({ credits: 1, sms_credits: 0 });
		expect(rows.find(({ who }) => who === DEWI)).toMatchObject({
			failed: time,
			delivered: null,
			credits: 2,
			sms_credits: 0,
		});
		expect(await routesTo(DEWI)).toEqual(['unofficial', 'sms']);
		expect(await routesTo(AYU)).toEqual(['unofficial']);
		const stopped = rows.filter(({ who, purpose }) => who === CITRA && purpose === 'service');
		expect(stopped).toMatchObject(
			stopped.map(() => ({ sms_at: 0, sms_credits: 0, why: containing('STOP before the SMS') })),
		);
		expect(stopped).toHaveLength(2);
	});

	it('Rows that are older than the longest rule are deleted', async () => {
		const text = JSON.stringify(exampleOf('outbox'));
		// As if eight days had passed.
		const later = text.replace('$now.minus({ days: 8 })', '$now.plus({ minutes: 1 })');
		const example = JSON.parse(later) as Example;
		const outbox = await importExample(testbed.api, example, testbed.credentials);
		await testbed.api.activate(outbox);
		const before = await rowsOf('messages');
		const sent = { to: AYU, text: 'Still open', purpose: 'answer', key: 'A-10' };
		const execution = await testbed.finished([call('Call', outbox)], [sent]);

		expect(execution.output('Call')).toMatchObject([{ status: 'accepted' }]);
		expect(before.length).toBeGreaterThan(5);
		expect((await rowsOf('messages')).map(({ key }) => key)).toEqual(['A-10']);
	});

	it('After STOP nothing leaves, however the service and the caller write the number', async () => {
		const spellings = [FAJAR, `+${FAJAR}`, '0800-0000-206', '62 800-0000-206'];
		const says = async (msg: string, originator: string) => {
			const message = { id: `${msg} ${originator}`, gateway_number: SENDER, originator, msg };
			await post(urlOf('outbox', 'Callback arrived'), message);
			await isStopped(FAJAR, msg === 'STOP');
		};
		const order = { purpose: 'service', zone: DAY, text: 'Your order is ready' };

		for (const written of spellings) {
			await says('STOP', written);
			const told = await calls(...spellings.map((to) => ({ ...order, to })));
			expect(told).toEqual(spellings.map(() => [FAJAR, 'not_sent', containing('wrote STOP')]));
			await says('START', written);
		}

		expect((await testbed.sentTo(FAJAR)).map(({ text }) => text)).toEqual([
			...[containing('no more messages'), containing('Welcome back')],
		]);
		expect(await calls({ ...order, to: FAJAR })).toEqual([[FAJAR, 'accepted', '']]);
	});
});
