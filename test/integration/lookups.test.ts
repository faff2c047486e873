import { LoadOptionsContext } from 'n8n-core';
import { Workflow } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	ILoadOptionsFunctions,
	INodeParameters,
	INodeTypes,
} from 'n8n-workflow';

import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { additionalDataFor } from '../support/harness';
import { loginTo } from '../support/login';
import { useSimulator } from '../support/useSimulator';

/** What the editor asks for while a person fills in the node, in n8n-core's own context for that. */

const node = new MessagingService();
const { listSearch, resourceMapping } = node.methods;

const nodeTypes: INodeTypes = {
	getByName: () => node,
	getByNameAndVersion: () => node,
	getKnownTypes: () => ({}),
};

async function editor(
	credentials: Record<string, ICredentialDataDecryptedObject>,
	parameters: INodeParameters = {},
): Promise<ILoadOptionsFunctions> {
	const subject = {
		id: 'subject',
		name: 'Messaging Service',
		type: 'subject',
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters: { resource: 'whatsappOfficial', operation: 'broadcast', ...parameters },
		credentials: Object.fromEntries(
			Object.keys(credentials).map((type) => [type, { id: type, name: type }]),
		),
	};
	const workflow = new Workflow({ nodes: [subject], connections: {}, active: false, nodeTypes });
	const additionalData = await additionalDataFor(credentials);
	additionalData.currentNodeParameters = subject.parameters;
	// The context of n8n-core lets a workflow go without a name, the interface of its own nodes does not.
	return new LoadOptionsContext(
		workflow,
		subject,
		additionalData,
		'',
	) as unknown as ILoadOptionsFunctions;
}

const template = (digit: string) => ({
	templateId: {
		__rl: true,
		mode: 'list',
		value: `${digit.repeat(8)}-aaaa-4aaa-8aaa-${digit.repeat(12)}`,
	},
});

describe('The lists of the editor', () => {
	const simulator = useSimulator();

	it('show templates by name with status and category, those that can be sent first', async () => {
		const { results } = await listSearch.searchTemplates.call(await editor(loginTo(simulator.url)));

		expect(results.map(({ name }) => name)).toEqual([
			'invoice (Approved, UTILITY)',
			'login_code (Approved, AUTHENTICATION)',
			'order_update (Approved, UTILITY)',
			'spring_sale (Approved, MARKETING)',
			'track_parcel (Approved, UTILITY)',
			'welcome (Approved, MARKETING)',
			'lottery (Rejected, MARKETING)',
			'winter_sale (Pending, MARKETING)',
		]);
	});

	it.each([
		['SALE', ['spring_sale (Approved, MARKETING)', 'winter_sale (Pending, MARKETING)']],
		['pending', ['winter_sale (Pending, MARKETING)']],
		['nothing like it', []],
	])('are searched for %s in any case', async (filter, names) => {
		const context = await editor(loginTo(simulator.url));

		const { results } = await listSearch.searchTemplates.call(context, filter);

		expect(results.map(({ name }) => name)).toEqual(names);
	});

	it('show channels by what their settings call a name', async () => {
		const { results } = await listSearch.searchChannels.call(await editor(loginTo(simulator.url)));

		expect(results).toEqual([
			{
				name: 'Customer care, 6281100000001 (11111111)',
				value: '11111111-1111-4111-8111-111111111111',
			},
			{ name: 'Orders, 6281100000002 (22222222)', value: '22222222-2222-4222-8222-222222222222' },
		]);
	});

	it('say in words why they cannot be shown, without the key', async () => {
		const login = loginTo(simulator.url);
		const context = await editor({
			messagingServiceApi: { ...login.messagingServiceApi, apiKey: 'some-wrong-key' },
		});

		await expect(listSearch.searchTemplates.call(context)).rejects.toThrow(
			/did not accept the API key \(401\).*IP whitelist/,
		);
	});
});

describe('The fields of a template', () => {
	const simulator = useSimulator();

	const fieldsOf = async (parameters: INodeParameters) =>
		await resourceMapping.getTemplateParameters.call(
			await editor(loginTo(simulator.url), parameters),
		);

	it.each([
		['1', 'an object', ['body_1', 'body_2']],
		['3', 'components', ['header_image_url', 'header_image_filename', 'body_1', 'body_2']],
		[
			'4',
			'an object with a document above',
			['header_document_url', 'header_document_filename', 'body_1', 'body_2', 'body_3'],
		],
		['5', 'components with a dynamic button', ['body_1', 'button_0']],
		['6', 'a text', ['body_1']],
		['2', 'a text without placeholders', []],
	])('of template %s, which is %s, are its placeholders', async (digit, _shape, ids) => {
		const { fields } = await fieldsOf(template(digit));

		expect(fields.map(({ id }) => id)).toEqual(ids);
	});

	it('are named by the words around them', async () => {
		const { fields } = await fieldsOf(template('5'));

		expect(fields.map(({ displayName, required }) => [displayName, required])).toEqual([
			['Your parcel {{1}} left…', true],
			["Button 'Track parcel'", true],
		]);
	});

	it('leave the name of a document to whoever wants one', async () => {
		const { fields } = await fieldsOf(template('4'));

		expect(fields.filter(({ required }) => !required).map(({ id }) => id)).toEqual([
			'header_document_filename',
		]);
	});

	it.each([
		['no template is chosen', { templateId: { __rl: true, mode: 'list', value: '' } }, /^Choose/],
		['the template is not listed', template('9'), /does not list this template/],
		['the template has no placeholders', template('2'), /has no placeholders/],
	])('are none, and it says why, when %s', async (_when, parameters, notice) => {
		const { fields, emptyFieldsNotice } = await fieldsOf(parameters);

		expect(fields).toEqual([]);
		expect(emptyFieldsNotice).toMatch(notice);
	});
});
