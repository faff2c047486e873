import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { NodeHelpers, type INodeProperties } from 'n8n-workflow';

import { resources } from '../../nodes/MessagingService/operations';
import { OPERATIONS } from '../support/operations';
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

/** The names of fields, and what is in them: a value after =, a field after a dot. n8n leaves out a default, so it has a sign. */
const namesIn = (all: readonly INodeProperties[]): string[] =>
	all
		.filter(({ type }) => type !== 'notice')
		.flatMap(({ name, type, options = [], default: usual }) => {
			// Nobody takes time zones away.
			const inner = name === 'timezone' ? [] : options;
			const inside = inner.flatMap((one) => {
				if ('value' in one) return [`=${one.value}${one.value === usual ? '!' : ''}`];
				if ('values' in one) return namesIn(one.values).map((path) => `.${one.name}.${path}`);
				return one.type === 'hidden' ? [] : namesIn([one]).map((path) => `.${path}`);
			});
			const isPlain = ['boolean', 'number'].includes(type) || name === 'timezone';
			return [name, ...(isPlain ? [`=${usual}!`] : inside).map((path) => name + path)];
		});

describe('Names that saved workflows hold', () => {
	it('The node keeps its name and version, and starts with WhatsApp Official', () => {
		expect(description).toMatchObject({
			name: 'messagingService',
			displayName: 'Messaging Service',
			version: 1,
			properties: { 1: { name: 'resource', default: 'whatsappOfficial' } },
		});
	});

	// UPDATE_DOCS=1 adds the new ones. Nobody takes a line or a word out.
	it('No name or value that a saved workflow may hold is gone, and each new one is in the list', () => {
		const file = path.join(__dirname, 'names.txt');
		const stored = new Map(
			readFileSync(file, 'utf8')
				.split('\n')
				.filter(Boolean)
				.map((line) => {
					const [key = '', names = ''] = line.split(': ');
					return [key, names.split(' ')];
				}),
		);
		const now = new Map([
			...OPERATIONS.map(({ name, resource, operation: { value: operation } }) => {
				const all = fieldsOf(description.properties, { resource, operation });
				return [
					name,
					namesIn(all.filter((one) => !/^(resource|operation)$/.test(one.name))),
				] as const;
			}),
			...description.properties
				.filter(({ name }) => /^(resource|operation)$/.test(name))
				.map(
					(one) =>
						[
							`${one.name} of ${one.displayOptions?.show?.resource ?? 'the node'}`,
							namesIn([one]),
						] as const,
				),
			...[...triggers, ...credentials].map(
				({ name, properties }) => [name, namesIn(properties)] as const,
			),
		]);
		const lines = [...new Set([...stored.keys(), ...now.keys()])].map((key) => {
			const names = new Set([...(stored.get(key) ?? []), ...(now.get(key) ?? [])]);
			return `${[key, [...names].join(' ')].join(': ')}\n`;
		});
		if (process.env.UPDATE_DOCS !== undefined) writeFileSync(file, lines.join(''));
		const gone = [...stored].map(([key, names]) => [
			key,
			names.filter((name) => now.get(key)?.includes(name) !== true),
		]);
		expect(gone.filter(([, names]) => names?.length !== 0)).toEqual([]);
		expect(readFileSync(file, 'utf8')).toBe(lines.join(''));
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
		const all = allFields(description.properties).filter(({ type }) => type !== 'hidden');
		const said = all.map((one) => [one.name, one.displayName, one.description, one.hint] as const);
		const once = [...new Map(said.map((one) => [one.join(), one])).values()];
		const lengths = once.map(([, , text, hint]) => count(text) + count(hint));
		expect(Math.max(...lengths)).toBeLessThanOrEqual(25);
		expect(lengths.reduce((sum, one) => sum + one, 0) / lengths.length).toBeLessThan(10);
		const open = (shown: readonly INodeProperties[]) =>
			count(shown.map((one) => (one.type === 'notice' ? one.displayName : one.hint)).join(' '));
		const panels = OPERATIONS.map(({ resource, operation: { value: operation } }) =>
			fieldsOf(description.properties, { resource, operation }),
		);
		for (const panel of panels) expect(open(panel)).toBeLessThan(26);
		for (const { properties } of triggers) {
			const notices = properties.filter(({ type }) => type === 'notice');
			for (const notice of notices) expect(open([notice])).toBeLessThan(26);
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
