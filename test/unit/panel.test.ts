import { type INode, NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';

import { resources } from '../../nodes/MessagingService/operations';
import { mapperFields } from '../../nodes/MessagingService/operations/whatsappOfficial/template';
import { OPERATIONS } from '../support/operations';
import { description, fieldsOf } from '../support/ownTypes';
import '../support/patterns';

const { properties } = description;

const nodeWith = (parameters: INodeParameters): INode => ({
	id: 'node',
	name: 'Messaging Service',
	type: 'messagingService',
	typeVersion: 1,
	position: [0, 0],
	parameters,
});

/** The parameters of a saved node when it runs: n8n fills in what is missing, and drops what is hidden. */
const filledIn = (saved: INodeParameters): INodeParameters =>
	NodeHelpers.getNodeParameters(properties, saved, true, false, nodeWith(saved), description) ?? {};

const optionsOf = (resource: string, operation: string): INodeProperties[] =>
	fieldsOf(properties, { resource, operation })
		.filter(({ name }) => name === 'options')
		.flatMap(({ options = [] }) => options)
		.filter((option): option is INodeProperties => 'type' in option);

/** It stands in a new question, so that silence has an end. */
const DAY = { values: { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'days' } };

describe.each(OPERATIONS)('Options of $name', ({ resource, operation: { value: operation } }) => {
	const options = optionsOf(resource, operation);
	const switches = options.filter(({ type }) => type === 'boolean');

	it('A switch is on as soon as it is added', () => {
		expect(switches.filter(({ default: given }) => given !== true)).toEqual([]);
	});

	it('Options are filled in as they were saved, and those that a saved node lacks stay out', () => {
		const filled = (saved: INodeParameters) => filledIn({ resource, operation, ...saved }).options;
		const switched = switches.flatMap(({ name }) => [{ [name]: true }, { [name]: false }]);
		expect(filled({})).toEqual(operation === 'sendAndWait' ? { limitWaitTime: DAY } : {});
		for (const saved of [{}, { requestTimeout: 5 }, ...switched]) {
			expect(filled({ options: saved })).toEqual(saved);
		}
	});
});

const SENDS = OPERATIONS.filter(({ operation }) => operation.effect === 'send');

describe.each(SENDS)('The order of the options of $name', ({ resource, operation }) => {
	const names = optionsOf(resource, operation.value).map(({ name }) => name);

	it('What sends nothing comes first, and the limits for agents come last', () => {
		const first = names.includes('testTo')
			? ['validateOnly', 'campaign', 'testTo']
			: ['validateOnly'];
		expect(names.slice(0, first.length)).toEqual(first);
		const last = names.slice(names.indexOf('allowedRecipients'));
		expect(last.filter((name) => name !== 'allowedMediaHosts')).toEqual([
			...['allowedRecipients', 'mostMessages', 'length'],
		]);
	});
});

describe('Resources', () => {
	it('Each resource lists what sends before what reads', () => {
		for (const { operations } of resources) {
			const effects = operations.map(({ effect }) => effect);
			expect(effects).toEqual([...effects].sort().reverse());
		}
	});
});

describe('Panel of the Unofficial route', () => {
	const resource = 'whatsappUnofficial';

	it('A reply goes to who wrote, from the sender that got the message', () => {
		expect(filledIn({ resource, operation: 'reply' })).toMatchObject({
			destination: '={{ $json.from }}',
			sender: '={{ $json.to }}',
		});
	});

	it('A question comes from one sender, which the user must enter', () => {
		const asked = filledIn({ resource, operation: 'sendAndWait' });
		const filled = nodeWith({ ...asked, destination: '62812000001', message: 'Well?' });
		const { parameters } =
			NodeHelpers.getNodeParametersIssues(properties, filled, description) ?? {};
		expect(asked).toMatchObject({ sendFrom: 'sender' });
		expect(Object.keys(parameters ?? {})).toEqual(['sender']);
	});
});

describe('Panel of the Official reply', () => {
	const reply = { resource: 'whatsappOfficial', operation: 'reply' };

	it('A reply goes into the room of the trigger’s message, as a text', () => {
		expect(filledIn(reply)).toMatchObject({ roomId: '={{ $json.room_id }}', messageType: 'text' });
		expect(filledIn(reply)).not.toHaveProperty('fileSource');
	});

	it('The fields of a file are kept only for a type that needs a file', () => {
		const file = { fileSource: 'url', fileUrl: 'https://example.com/a.png' };
		expect(filledIn({ ...reply, ...file })).not.toHaveProperty('fileUrl');
		const image = { ...reply, messageType: 'image', ...file };
		expect(filledIn(image)).toMatchObject(image);
	});
});

describe('Panel of Get Status', () => {
	const status = { resource: 'whatsappUnofficial', operation: 'getStatus' };

	it('Get Status looks at the message that was sent before, and waits only if that is chosen', () => {
		expect(filledIn(status)).toMatchObject({ refNo: '={{ $json.ref_no }}', waitFor: 'none' });
		expect(filledIn(status)).not.toHaveProperty('maxWait');
		for (const waitFor of ['delivered', 'read', 'final']) {
			expect(filledIn({ ...status, waitFor })).toMatchObject({ maxWait: 300 });
		}
	});
});

describe('Panel of Template Fields', () => {
	const template = {
		id: 'a',
		name: 'invoice',
		status: 'Approved',
		category: 'UTILITY',
		header: { format: 'DOCUMENT' },
		body: 'Dear {{1}}, here is {{invoice}}.',
		footer: { buttons: [{ type: 'URL', text: 'Pay', url: 'https://shop.example/{{1}}' }] },
	};

	it('Another template has n8n load its fields and its text', () => {
		const loaded = properties.filter(({ typeOptions }) =>
			/^getTemplate/.test(typeOptions?.resourceMapper?.resourceMapperMethod ?? ''),
		);
		expect(loaded.map(({ name }) => name).sort()).toEqual(['templateParameters', 'templateText']);
		for (const { typeOptions } of loaded) {
			expect(typeOptions?.loadOptionsDependsOn).toEqual(['templateId.value']);
		}
	});

	it('A template and a channel can be entered by the name of the mode that errors point to', () => {
		const modes = properties.flatMap((one) => (one.modes ? [one.modes] : []));
		const names = modes.map((all) => all.map(({ displayName }) => displayName));
		expect(names).toEqual([1, 2].map(() => ['From List', 'By ID']));
	});

	it('An empty template field is named by n8n as it is labelled', () => {
		const schema = mapperFields(template);
		const parameters = {
			resource: 'whatsappOfficial',
			operation: 'broadcast',
			parametersMode: 'template',
			templateParameters: { mappingMode: 'defineBelow', value: {}, schema },
		} as unknown as INodeParameters;
		const node = nodeWith(parameters);
		const issues = NodeHelpers.getNodeParametersIssues(properties, node, description);
		const told = Object.entries(issues?.parameters ?? {}).flatMap(([name, words]) =>
			name.startsWith('templateParameters') ? words : [],
		);

		expect(told).toEqual([
			'Field "Header Document URL" is required',
			'Field "{{1}}" is required',
			'Field "{{invoice}}" is required',
			'Field "Button 1" is required',
		]);
		expect(schema.map(({ displayName }) => displayName)).toEqual([
			'Header Document URL',
			'Header File Name (optional)',
			'{{1}}',
			'{{invoice}}',
			'Button 1: Pay',
		]);
	});
});
