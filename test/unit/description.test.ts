import { readFileSync } from 'node:fs';
import path from 'node:path';

import { NodeHelpers, type INodeProperties } from 'n8n-workflow';

import { resources } from '../../nodes/MessagingService/operations';
import { credentials, description, fieldsOf, inbox, statusTrigger } from '../support/ownTypes';
import '../support/patterns';

const triggers = [inbox, statusTrigger];

/** Every field that a person can see, those inside collections too. */
function allFields(fields: readonly INodeProperties[]): INodeProperties[] {
	return fields.flatMap((field) => {
		const inner = (field.options ?? []).flatMap((option) => {
			if ('type' in option) return allFields([option]);
			return 'values' in option ? allFields(option.values) : [];
		});
		return [field, ...inner];
	});
}

const described = [description, ...triggers, ...credentials];
const fields = described.flatMap(({ properties }) => allFields(properties));

interface Described {
	readonly properties: readonly INodeProperties[];
}

function fieldOf({ properties }: Described, wanted: string): INodeProperties {
	const found = properties.find(({ name }) => name === wanted);
	if (found === undefined) throw new Error(`no field ${wanted}`);
	return found;
}

/** The values that a field offers, or the names of what can be added to it. */
const choicesOf = (field: INodeProperties | undefined) =>
	(field?.options ?? [])
		.filter((option) => !('type' in option && option.type === 'hidden'))
		.map((option) => ('value' in option ? option.value : option.name));

const namesOf = ({ properties }: Described) =>
	properties.filter(({ type }) => type !== 'notice').map(({ name }) => name);

const words = (text: string) => text.split(' ').filter(Boolean).sort();

describe('Names that saved workflows hold', () => {
	it('The node keeps its name and version, and starts with WhatsApp Official', () => {
		expect(description).toMatchObject({
			name: 'messagingService',
			displayName: 'Messaging Service',
			version: 1,
			properties: { 1: { name: 'resource', default: 'whatsappOfficial' } },
		});
	});

	const common = 'requestTimeout responseFormat';
	const sending = `${common} allowedRecipients mostMessages sendOnceKey validateOnly`;
	const addressed = `${sending} blockedNumbers campaign defaultCountryCode testTo`;
	const unofficial = `${addressed} channel deliveryTimeout includeUnsubscribe isGroup pauseBetween`;
	const from = 'sendFrom queue sender';
	const to = 'gatewayId destination';
	const businessReply = `${to} messageType message mediaUrl caption fileName messageId emoji`;
	const businessButtons = `${to} message buttons headerType headerText headerUrl headerFileName`;
	const broadcast =
		'channelId templateId templateText destination destinationName parametersMode templateParameters parametersJson';
	const announced = 'messageType fileSource fileUrl binaryPropertyName';
	const media = 'mediaSource mediaUrl binaryPropertyName mediaBase64 fileName caption';
	const question = 'message responseType approvalOptions formFields';
	const wait =
		'limitWaitTime pageLanguage messageButtonLabel responseFormTitle responseFormDescription responseFormButtonLabel';

	it.each<[operation: string, fields: string, options: string]>([
		['account checkSetup', '', common],
		['account getBalance', '', common],
		['account getIdentity', '', common],
		['whatsappBusiness reply', businessReply, `${addressed} allowedMediaHosts replyToMessageId`],
		['whatsappBusiness sendButtons', businessButtons, `${addressed} allowedMediaHosts footer`],
		['whatsappOfficial broadcast', broadcast, `${addressed} allowedMediaHosts fitText`],
		[
			'whatsappOfficial reply',
			`roomId message ${announced}`,
			`${sending} allowedMediaHosts fitText`,
		],
		['whatsappOfficial getTemplates', 'returnAll limit', common],
		['whatsappOfficial getChannels', 'returnAll limit simplify', common],
		[
			'whatsappUnofficial reply',
			'destination sender message',
			`${unofficial} checkCredit waitForDelivery escapeEmoji`,
		],
		[
			'whatsappUnofficial sendText',
			`destination message ${from}`,
			`${unofficial} checkCredit waitForDelivery escapeEmoji`,
		],
		[
			'whatsappUnofficial sendMedia',
			`destination ${media} ${from}`,
			`${unofficial} allowedMediaHosts checkCredit waitForDelivery`,
		],
		['whatsappUnofficial getStatus', 'refNo waitFor maxWait simplify', `${common} timezone`],
		['sms send', 'destination message otp encoding', addressed],
		['whatsappBusiness sendAndWait', `${to} answerBy ${question}`, `${addressed} ${wait}`],
		['whatsappOfficial sendAndWait', `roomId ${question}`, `${sending} ${wait}`],
		[
			'whatsappUnofficial sendAndWait',
			`destination ${question} ${from}`,
			`${addressed} isGroup ${wait}`,
		],
	])('The fields and options of %s keep their names', (name, fieldNames, optionNames) => {
		const [resource = '', operation = ''] = name.split(' ');
		const shown = description.properties.filter(
			({ displayOptions: { show } = {} }) =>
				show?.resource?.includes(resource) === true && show.operation?.includes(operation) === true,
		);
		const options = shown.find((field) => field.name === 'options');

		expect(namesOf({ properties: shown }).sort()).toEqual(words(`${fieldNames} options`));
		expect(choicesOf(options).sort()).toEqual(words(optionNames));
	});

	it.each([
		[
			...(['messagingServiceTrigger', inbox] as const),
			'pushInbox whatsappBusiness whatsappOfficialInbox whatsappOfficialStatus whatsappUnofficialStatus',
			'events authentication callbackUrl trigger statuses timezone simplify options',
			'groupSeconds stopWords defaultCountryCode ignoreRepeats otherEvents',
		],
		[
			...(['messagingServiceStatusTrigger', statusTrigger] as const),
			'whatsappOfficialStatus whatsappUnofficialStatus',
			'events authentication callbackUrl trigger statuses timezone simplify options',
			'ignoreRepeats',
		],
	])('The fields of %s keep their names', (name, own, events, names, options) => {
		expect(own.name).toBe(name);
		expect(namesOf(own).join(' ')).toBe(names);
		expect(choicesOf(fieldOf(own, 'events')).sort().join(' ')).toBe(events);
		expect(choicesOf(fieldOf(own, 'options')).join(' ')).toBe(options);
		expect(choicesOf(fieldOf(own, 'authentication'))).toEqual(['none', 'token']);
	});

	it.each(triggers)('A new $name needs a token, despite any expression', (one) => {
		expect(fieldOf(one, 'authentication')).toMatchObject({
			default: 'token',
			noDataExpression: true,
		});
	});

	it.each(triggers)('The $name has the service’s time zone, and lists the others', (one) => {
		const field = fieldOf(one, 'timezone');
		const zones = choicesOf(field);
		expect([field.default, ...zones.slice(0, 2)]).toEqual([
			...['Asia/Jakarta', 'Asia/Jakarta', 'workflow'],
		]);
		expect(zones).toEqual(expect.arrayContaining(['UTC', 'America/St_Johns']));
		expect(new Set(zones).size).toBe(zones.length);
		// n8n searches the names in the list.
		const names = JSON.stringify(field.options);
		expect(names).toContain('"The service’s clock, as far as it is known"');
		expect(names).toContain('Asia/Jakarta (WIB)');
	});

	it('The triggers show one URL, for reports by GET and POST too', () => {
		for (const { webhooks = [] } of triggers) {
			const shown = webhooks.filter(({ ndvHideUrl }) => ndvHideUrl !== true);
			expect(shown.map(({ ndvHideMethod, path }) => [ndvHideMethod, path])).toEqual([
				[true, 'callback'],
			]);
		}
	});

	it('Each status has a line that says what it means', () => {
		const { options = [] } = fieldOf(statusTrigger, 'statuses');
		expect(options).toHaveLength(7);
		expect(options.filter((one) => !('description' in one))).toEqual([]);
	});

	it('The sending credentials cannot be used in HTTP Request nodes', () => {
		for (const credential of credentials.slice(0, 2)) {
			expect(fieldOf(credential, 'allowedHttpRequestDomains').default).toBe('none');
		}
	});

	it.each([
		[true, 'http://api.example.com'],
		[false, 'https://api.example.com'],
	])('The warning of an unencrypted login is shown (%j) for %s', (isShown, baseUrl) => {
		for (const credential of credentials.slice(0, 2)) {
			const notice = fieldOf(credential, 'unencryptedNotice');
			expect(NodeHelpers.displayParameter({ baseUrl }, notice, null, null)).toBe(isShown);
		}
	});

	it('No field is shown by a regex, which n8n fails a node for on a busy machine', () => {
		const all = [description, ...triggers, ...credentials].flatMap((one) => one.properties);
		const shown = all.map(({ displayOptions }) => JSON.stringify(displayOptions ?? {}));
		expect(shown.filter((one) => one.includes('"regex"'))).toEqual([]);
	});

	it('A notice of a trigger has at most 25 words', () => {
		const long = [inbox, statusTrigger].flatMap(({ properties }) =>
			properties
				.filter(({ type }) => type === 'notice')
				.map(({ displayName }) => displayName.replace(/<[^>]+>/g, ''))
				.filter((words) => words.split(/\s+/).length > 25),
		);
		expect(long).toEqual([]);
	});

	it('The kinds of a trigger name their route, messages first, then reports, as n8n sorts them', () => {
		for (const trigger of [inbox, statusTrigger]) {
			const events = fieldOf(trigger, 'events');
			expect(events.displayName).toBe('Trigger On');
			const names = (events.options ?? []).map(({ name }) => name);
			for (const name of names) expect(name).toMatch(/^(Message|Report) on WhatsApp /);
			expect(names).toEqual([...names].sort());
		}
	});

	it('The route that reaches any number comes first, as n8n makes its review tool of it', () => {
		const first = description.properties.find(
			(field) => field.name === 'operation' && choicesOf(field).includes('sendAndWait'),
		);
		expect(first?.displayOptions?.show?.resource).toEqual(['whatsappUnofficial']);
	});

	it('The fields inside collections keep their names', () => {
		const inside = (name: string) =>
			(fieldOf(description, name).options ?? []).map((group) =>
				'values' in group ? `${group.name}: ${group.values.map((one) => one.name).join(' ')}` : '',
			);
		expect(inside('buttons')).toEqual(['button: id title']);
		expect(inside('approvalOptions')).toEqual([
			'values: approvalType approveLabel disapproveLabel length',
		]);
		const form = 'values: fieldLabel fieldType fieldOptions requiredField';
		expect(inside('formFields')).toEqual([form]);
	});

	// n8n's own, declared for their default.
	const domains = 'allowedDomains allowedHttpRequestDomains';

	it.each([
		[
			'messagingServiceApi',
			`${domains} apiKey baseUrl defaultCountryCode pathPrefix requestsPerSecond`,
		],
		['messagingServiceSmsApi', `${domains} baseUrl defaultCountryCode password path user`],
		['messagingServiceCallbackApi', 'previousToken token'],
	])('The fields of the credential %s keep their names', (name, names) => {
		const credential = credentials.find((one) => one.name === name) ?? description;
		expect(namesOf(credential).sort().join(' ')).toBe(names);
	});
});

describe('Texts that users see', () => {
	it('Every secret is masked', () => {
		const secrets = fields.filter(({ name }) => ['apiKey', 'password', 'token'].includes(name));
		expect(secrets.map(({ typeOptions }) => typeOptions?.password)).toEqual([true, true, true]);
	});

	it('The subtitle names the resource first, since n8n cuts off the end', () => {
		expect(description.subtitle).toContain('"sms:send":"SMS: Send"');
	});

	it('Every field has a description, so that an agent fills it in correctly', () => {
		const silent = fields.filter(
			({ type, description: text, hint, values }: INodeProperties & { values?: unknown }) =>
				!['notice', 'collection', 'fixedCollection', 'resourceMapper', 'credentials'].includes(
					type,
				) &&
				values === undefined &&
				(text ?? hint ?? '') === '',
		);
		const names = new Set(silent.map(({ name }) => name));
		expect([...names]).toEqual(['resource', 'operation']);
	});

	it('A placeholder is an example, which no rule of n8n checks', () => {
		const others = fields.filter(
			({ type, placeholder }) =>
				placeholder !== undefined &&
				!['collection', 'fixedCollection'].includes(type) &&
				!placeholder.startsWith('e.g. '),
		);
		expect(others).toEqual([]);
	});

	// n8n searches these words for every node.
	const OF_EVERY_NODE = /^(?:message|ask|wait|human|chat|notify|answer|reply|send)$/i;

	it.each(['MessagingService', 'MessagingServiceTrigger', 'MessagingServiceStatusTrigger'])(
		'The words by which %s is found are few, English and its own',
		(name) => {
			const file = path.join(__dirname, `../../nodes/${name}/${name}.node.json`);
			const { alias } = JSON.parse(readFileSync(file, 'utf8')) as { alias: string[] };
			expect(alias.length).toBeLessThanOrEqual(12);
			expect(alias.filter((word) => OF_EVERY_NODE.test(word) || !/^[A-Z]/.test(word))).toEqual([]);
		},
	);

	it('The panel says little: what n8n’s own nodes say, and no long text', () => {
		const count = (text = '') =>
			text
				.replace(/<[^>]+>/g, ' ')
				.split(/\s+/)
				.filter(Boolean).length;
		const parts = (fields: readonly INodeProperties[]): INodeProperties[] =>
			fields.flatMap((one) => [
				one,
				...(one.options ?? []).flatMap((inner) =>
					'values' in inner ? parts(inner.values) : 'type' in inner ? parts([inner]) : [],
				),
			]);
		const all = parts(description.properties).filter(({ type }) => type !== 'hidden');
		const said = all.map((one) => [one.name, one.displayName, one.description, one.hint] as const);
		const once = [...new Map(said.map((one) => [one.join(), one])).values()];
		const lengths = once.map(([, , text, hint]) => count(text) + count(hint));
		expect(Math.max(...lengths)).toBeLessThanOrEqual(25);
		expect(lengths.reduce((sum, one) => sum + one, 0) / lengths.length).toBeLessThan(10);
		const open = (notices: readonly INodeProperties[]) =>
			notices.reduce(
				(sum, one) => sum + count(one.type === 'notice' ? one.displayName : one.hint),
				0,
			);
		for (const { value, operations } of resources) {
			for (const { value: operation } of operations) {
				expect(open(fieldsOf(description.properties, { resource: value, operation }))).toBeLessThan(
					26,
				);
			}
		}
	});

	it('The node can be given to an agent, and every action is short', () => {
		expect(description.usableAsTool).toBe(true);
		for (const { action, description: text } of resources.flatMap((one) => one.operations)) {
			expect(action).toMatch(/^[A-Z].{1,59}$/);
			expect(text).not.toBe('');
		}
	});
});
