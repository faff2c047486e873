import type { IDataDeduplicator, IDataObject, INodeParameters } from 'n8n-workflow';

import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { runNode } from '../support/harness';
import { loginTo } from '../support/login';
import { keepMarks } from '../support/marks';
import { useSimulator } from '../support/useSimulator';

/** What the node makes of the template that was chosen: before anything is sent, it looks at the template as it is now. */
describe('A broadcast', () => {
	const simulator = useSimulator();
	let marks: IDataDeduplicator;
	beforeAll(async () => {
		marks = await keepMarks();
	});
	let lastKey = 0;

	const idOf = (digit: string) => `${digit.repeat(8)}-aaaa-4aaa-8aaa-${digit.repeat(12)}`;

	/** What is known of templates is remembered for each key: each test has one of its own. */
	const useNewKey = () => {
		const account = simulator.service.state.accounts.get('main');
		if (account === undefined) throw new Error('no account');
		account.apiKey = `key-of-test-${++lastKey}`;
		return account.apiKey;
	};

	const broadcaster = () => {
		const login = loginTo(simulator.url);
		const credentials = {
			messagingServiceApi: { ...login.messagingServiceApi, apiKey: useNewKey() },
		};
		return async (digit: string, parameters: INodeParameters, items: IDataObject[] = [{}]) => {
			const finished = await runNode({
				nodeType: new MessagingService(),
				parameters: {
					resource: 'whatsappOfficial',
					operation: 'broadcast',
					channelId: { __rl: true, mode: 'id', value: '11111111-1111-4111-8111-111111111111' },
					templateId: { __rl: true, mode: 'list', value: idOf(digit) },
					destination: '6281234567890',
					destinationName: 'Ayu',
					...parameters,
				},
				items,
				credentials,
			});
			const hints = finished.run.data.resultData.runData['Messaging Service']?.[0]?.hints ?? [];
			return { ...finished, hints: hints.map(({ message }) => message) };
		};
	};

	const filled = (value: IDataObject): INodeParameters => ({
		parametersMode: 'template',
		templateParameters: { mappingMode: 'defineBelow', value } as never,
	});

	const entries = (endpoint: string) =>
		simulator.service.journal.list().entries.filter((entry) => entry.endpoint === endpoint);

	const sentTexts = () => simulator.service.state.messages.all().map(({ content }) => content.text);

	it('fills the placeholders of the template', async () => {
		const { error } = await broadcaster()('1', filled({ '{{1}}': 'Ayu', '{{2}}': 1024 }));

		expect(error).toBeUndefined();
		expect(sentTexts()).toEqual(['Hello Ayu, your order 1024 is on its way.']);
	});

	it('notes five messages at a time before they leave, since a kill leaves in doubt what is noted', async () => {
		const written = jest.spyOn(marks, 'checkProcessedAndRecord');

		await broadcaster()('1', filled({ '{{1}}': 'Ayu', '{{2}}': 1024 }), [{}, {}, {}, {}, {}, {}]);

		const first = written.mock.calls.find(([noted]) => noted.length > 0)?.[0].map(String);
		written.mockRestore();
		// The size of a portion is part of what is noted.
		expect(first?.find((mark) => /:z\d+$/.test(mark))).toMatch(/:z5$/);
	});

	it.each([
		['7', 'winter_sale', 'Pending'],
		['8', 'lottery', 'Rejected'],
	])('of template %s is refused before sending: %s is %s', async (digit, name, status) => {
		const { error } = await broadcaster()(digit, { parametersMode: 'none' }, [{}, {}]);

		expect(error?.message).toContain(`Template is '${name}', whose status is ${status}`);
		expect(entries('official.broadcast')).toHaveLength(0);
	});

	it('is sent as soon as its template is approved, though it was refused a moment before', async () => {
		const broadcast = broadcaster();
		await broadcast('7', filled({ '{{1}}': 'Ayu' }));
		const template = simulator.service.state.templates.get(idOf('7'));
		if (template) template.status = 'Approved';

		const { error } = await broadcast('7', filled({ '{{1}}': 'Ayu' }));

		expect(error).toBeUndefined();
		expect(sentTexts()).toEqual(['Hello Ayu, the winter sale begins.']);
	});

	it('is refused where a placeholder came to the template since, and says what to do', async () => {
		const template = simulator.service.state.templates.get(idOf('6'));
		if (template) template.body = '{{1}} is your code for {{2}}.';

		const { error } = await broadcaster()('6', filled({ '{{1}}': '4711' }));

		expect(error?.message).toContain('Template Fields lacks {{2}}');
		expect(error?.message).toContain('the template has changed');
		expect(entries('official.broadcast')).toHaveLength(0);
	});

	it('with manual parameters is left for the service to judge', async () => {
		const { error } = await broadcaster()('6', { parametersMode: 'manual' });

		expect(error?.message).toContain("the template's placeholder {{1}} has no value");
		expect(entries('official.broadcast')).toHaveLength(1);
	});

	it('asks for the templates once, however many items there are', async () => {
		await broadcaster()(
			'2',
			{ parametersMode: 'none' },
			Array.from({ length: 30 }, () => ({})),
		);

		expect(entries('official.getTemplates')).toHaveLength(1);
		expect(entries('official.broadcast')).toHaveLength(30);
	});

	it('leaves the judgement to the service where the templates cannot be read', async () => {
		simulator.service.faults.add({
			kind: 'status',
			status: 404,
			headers: {},
			processed: false,
			share: 1,
			path: '/templates',
		});

		const items = Array.from({ length: 30 }, () => ({}));
		const { error } = await broadcaster()('1', filled({ '{{1}}': 'Ayu', '{{2}}': 'B' }), items);

		expect(error).toBeUndefined();
		expect(entries('official.broadcast')).toHaveLength(30);
		// That they cannot be read is learned once.
		expect(entries('official.getTemplates')).toHaveLength(1);
	});
});
