import type { INodeProperties } from 'n8n-workflow';

import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials';
import { MessagingServiceCallbackApi } from '../../credentials/MessagingServiceCallbackApi.credentials';
import { MessagingServiceSmsApi } from '../../credentials/MessagingServiceSmsApi.credentials';
import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { resources } from '../../nodes/MessagingService/operations';

const { description } = new MessagingService();
const credentials = [
	new MessagingServiceApi(),
	new MessagingServiceSmsApi(),
	new MessagingServiceCallbackApi(),
];

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

const fields = [
	...allFields(description.properties),
	...credentials.flatMap(({ properties }) => allFields(properties)),
];

const ofOperation = (name: string) =>
	description.properties.filter(({ displayOptions }) =>
		displayOptions?.show?.operation?.includes(name),
	);

describe('The names that saved workflows hold', () => {
	it('are those of the node', () => {
		expect(description.name).toBe('messagingService');
		expect(description.displayName).toBe('Messaging Service');
		expect(description.version).toBe(1);
	});

	it('are those of the account operations', () => {
		const account = resources.find(({ value }) => value === 'account');
		expect(account?.operations.map(({ value }) => value).sort()).toEqual([
			'getBalance',
			'getIdentity',
		]);
	});

	it.each([
		[
			credentials[0],
			'messagingServiceApi',
			['apiKey', 'baseUrl', 'pathPrefix', 'requestsPerSecond'],
		],
		[credentials[1], 'messagingServiceSmsApi', ['baseUrl', 'password', 'path', 'user']],
		[credentials[2], 'messagingServiceCallbackApi', ['token']],
	])('are those of the credentials', (credential, name, names) => {
		expect(credential?.name).toBe(name);
		const values = credential?.properties.filter(({ type }) => type !== 'notice');
		expect(values?.map((field) => field.name).sort()).toEqual(names);
	});
});

describe('What a person sees', () => {
	it.each(['getBalance', 'getIdentity'])('has the common options with %s', (operation) => {
		const options = ofOperation(operation).find(({ name }) => name === 'options');
		expect(allFields(options ? [options] : []).map(({ name }) => name)).toEqual([
			'options',
			'requestTimeout',
			'responseFormat',
		]);
	});

	it('masks every secret', () => {
		const secrets = fields.filter(({ name }) => ['apiKey', 'password', 'token'].includes(name));
		expect(secrets).toHaveLength(3);
		expect(secrets.every(({ typeOptions }) => typeOptions?.password === true)).toBe(true);
	});

	it('follows the guidelines of n8n', () => {
		const small = new Set(['per', 'of', 'to', 'the', 'and', 'by', 'in', 'on', 'at']);
		const isTitle = (label: string) =>
			label.split(' ').every((word) => small.has(word) || /^[A-Z0-9(]/.test(word));
		const isHint = ({ type, placeholder }: INodeProperties) =>
			placeholder === undefined ||
			['collection', 'fixedCollection'].includes(type) ||
			placeholder.startsWith('e.g. ');
		const isSentence = ({ type, description: text }: INodeProperties) =>
			type === 'boolean'
				? (text ?? '').startsWith('Whether ')
				: text === undefined || /^[A-Z]/.test(text);
		const breaches = fields
			.filter(({ type }) => type !== 'notice')
			.filter((field) => !isTitle(field.displayName) || !isHint(field) || !isSentence(field));
		expect(breaches).toEqual([]);
	});

	it('can be given to an agent', () => {
		expect(description.usableAsTool).toBe(true);
		for (const { operations } of resources) {
			for (const { action, description: text } of operations) {
				expect(action).toMatch(/^[A-Z]/);
				expect(text).not.toBe('');
			}
		}
	});
});
