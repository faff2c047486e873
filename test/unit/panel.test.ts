import { type INode, NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';

import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { mapperFields } from '../../nodes/MessagingService/operations/whatsappOfficial/template';
import '../support/patterns';

/** What n8n itself makes of the fields: what it shows, fills in and complains of. */

const { description } = new MessagingService();
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
	properties
		.filter(
			({ name, displayOptions }) =>
				name === 'options' &&
				displayOptions?.show?.resource?.includes(resource) === true &&
				displayOptions.show.operation?.includes(operation) === true,
		)
		.flatMap(({ options = [] }) => options)
		.filter((option): option is INodeProperties => 'type' in option);

const OPERATIONS = properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ displayOptions, options = [] }) =>
		options.flatMap((option) => {
			const [resource] = displayOptions?.show?.resource ?? [];
			return 'value' in option && typeof resource === 'string'
				? [[resource, String(option.value)] as const]
				: [];
		}),
	);

describe.each(OPERATIONS)('An option of %s › %s', (resource, operation) => {
	const options = optionsOf(resource, operation);
	const switches = options.filter(({ type }) => type === 'boolean');

	it('is on as soon as it is added', () => {
		expect(switches.filter(({ default: given }) => given !== true)).toEqual([]);
	});

	it('stays out of a saved node that lacks it: n8n fills in no option by itself', () => {
		const saved = { resource, operation };

		expect(filledIn(saved).options).toEqual({});
		expect(filledIn({ ...saved, options: {} }).options).toEqual({});
		expect(filledIn({ ...saved, options: { requestTimeout: 5 } }).options).toEqual({
			requestTimeout: 5,
		});
	});

	it('is kept as it was saved, on or off', () => {
		for (const { name } of switches) {
			for (const value of [true, false]) {
				const saved = { resource, operation, options: { [name]: value } };
				expect(filledIn(saved).options).toEqual({ [name]: value });
			}
		}
	});

	it('is in the order of the alphabet, with Send Once Key first and Response Format last', () => {
		const labels = options.map(({ displayName }) => displayName);
		const isSend = labels.includes('Send Once Key');
		const others = labels.slice(isSend ? 1 : 0, -1);

		expect(labels[0]).toBe(isSend ? 'Send Once Key' : labels[0]);
		expect(labels.at(-1)).toBe('Response Format');
		expect(others).toEqual([...others].sort((a, b) => a.localeCompare(b)));
	});
});

describe('Each resource', () => {
	const choices = (properties.find(({ name }) => name === 'resource')?.options ?? []).flatMap(
		(one) => ('value' in one ? [one] : []),
	);

	it('says in the list what it is, and what it risks', () => {
		const of = (resource: string) =>
			choices.find(({ value }) => value === resource)?.description ?? '';

		expect(of('whatsappOfficial')).toContain('approved templates to any number');
		expect(of('whatsappUnofficial')).toContain('may block a number');
		expect(of('whatsappBusiness')).toContain('only to people who wrote to it first');
	});

	it('says to n8n’s AI builder when it fits, on its choice: on the field n8n refuses it', () => {
		expect(choices.filter(({ builderHint }) => builderHint === undefined)).toEqual([]);
		expect(properties.filter((field) => field.builderHint !== undefined)).toEqual([]);
	});

	it('lists its usual operation first, then those that send, then those that read', () => {
		const operations = properties
			.filter(({ name }) => name === 'operation')
			.map(({ options = [] }) => options.flatMap((one) => ('value' in one ? [one.value] : [])));
		expect(operations).toEqual([
			['sendText', 'sendAndWait', 'sendMedia', 'getStatus'],
			['broadcast', 'reply', 'sendAndWait', 'getChannels', 'getTemplates'],
			['reply', 'sendAndWait', 'sendButtons'],
			['send'],
			['getBalance', 'getIdentity'],
		]);
	});
});

describe('An action', () => {
	it('has a name that is short enough for the canvas', () => {
		const actions = properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ options = [] }) => options)
			.flatMap((option) => ('action' in option ? [option.action ?? ''] : []));

		expect(actions.length).toBeGreaterThan(11);
		expect(actions.filter((action) => action.length > 30)).toEqual([]);
	});
});

describe('A reply on WhatsApp Official', () => {
	const reply = { resource: 'whatsappOfficial', operation: 'reply' };

	it('goes into the room of the message that the trigger put out', () => {
		expect(filledIn(reply).roomId).toBe('={{ $json.room_id }}');
	});

	const file = { fileSource: 'url', fileUrl: 'https://example.com/a.png' };

	it('is a text: what is only announced is shown nowhere but among the options', () => {
		const hidden = new Set(
			properties.filter(({ type }) => type === 'hidden').map(({ name }) => name),
		);
		const shown = Object.keys(filledIn(reply)).filter((name) => !hidden.has(name));
		expect(shown.sort()).toEqual([
			'operation',
			'options',
			'resource',
			'roomId',
			'roomNotice',
			'text',
		]);
	});

	it('keeps a type that is given beside the text', () => {
		const given = { ...reply, messageType: 'image', ...file };

		expect(filledIn(given)).toMatchObject(given);
	});

	it('has a file only with the option of an announced type', () => {
		const options = { messageType: 'image', ...file };

		expect(filledIn({ ...reply, options }).options).toEqual(options);
		expect(filledIn({ ...reply, options: file }).options).toEqual({});
	});
});

describe('Get Status', () => {
	const status = { resource: 'whatsappUnofficial', operation: 'getStatus' };

	it('looks at the message that was sent before, and does not wait', () => {
		expect(filledIn(status)).toMatchObject({ refNo: '={{ $json.ref_no }}', waitFor: 'none' });
		expect(filledIn(status)).not.toHaveProperty('maxWait');
	});

	it.each(['delivered', 'read', 'final'])('shows Max Wait if it waits until %s', (waitFor) => {
		expect(filledIn({ ...status, waitFor })).toMatchObject({ maxWait: 300 });
	});
});

describe('A field of a template that is empty', () => {
	const template = {
		id: 'a',
		name: 'invoice',
		header: { format: 'DOCUMENT' },
		body: 'Dear {{1}}, here is {{invoice}}.',
		footer: { buttons: [{ type: 'URL', text: 'Pay', url: 'https://shop.example/{{1}}' }] },
		status: 'Approved',
		category: 'UTILITY',
	};

	it('is named by n8n as it is labelled', () => {
		const schema = mapperFields(template);
		const parameters = {
			resource: 'whatsappOfficial',
			operation: 'broadcast',
			parametersMode: 'template',
			templateParameters: { mappingMode: 'defineBelow', value: {}, schema },
		} as unknown as INodeParameters;
		const issues = NodeHelpers.getNodeParametersIssues(
			properties,
			nodeWith(parameters),
			description,
		);
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
			'Dear {{1}}, here…',
			'…here is {{invoice}}.',
			'Button 1: Pay',
		]);
	});
});

describe('A length of time', () => {
	it('says beside its name that it counts seconds', () => {
		const all = [...properties, ...OPERATIONS.flatMap(([of, by]) => optionsOf(of, by))];
		const labels = all
			.filter(({ name }) => name === 'maxWait' || name === 'requestTimeout')
			.map(({ displayName }) => displayName);

		expect([...new Set(labels)]).toEqual(['Max Wait (Seconds)', 'Request Timeout (Seconds)']);
	});
});

describe('Send Media', () => {
	it('asks for the file and its words before the sender, as Send Text does', () => {
		const names = Object.keys(filledIn({ resource: 'whatsappUnofficial', operation: 'sendMedia' }));
		const asked = ['destination', 'mediaUrl', 'caption', 'fileName', 'sendFrom'];

		expect(names.filter((name) => asked.includes(name))).toEqual(asked);
	});
});
