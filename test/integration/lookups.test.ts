import { LoadOptionsContext } from 'n8n-core';
import { Workflow } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	ILoadOptionsFunctions,
	INodeParameters,
} from 'n8n-workflow';

import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { nodeOf, nodeTypesOf } from '../support/harness';
import { additionalDataFor } from '../support/n8nServer';
import { loginTo } from '../support/login';
import { useService } from '../support/useService';
import { useSimulator } from '../support/useSimulator';

/** What the editor asks for while a person fills in the node, in n8n-core's own context for that. */

const node = new MessagingService();
const { listSearch, resourceMapping } = node.methods;

async function editor(
	credentials: Record<string, ICredentialDataDecryptedObject>,
	parameters: INodeParameters = {},
): Promise<ILoadOptionsFunctions> {
	const all = { resource: 'whatsappOfficial', operation: 'broadcast', ...parameters };
	const subject = nodeOf('subject', 'Messaging Service', { parameters: all, credentials });
	const nodeTypes = nodeTypesOf({ subject: node });
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

describe('Lists of the editor', () => {
	const simulator = useSimulator();

	const LISTED = [
		'invoice: Dear {{1}}, here is invoice {{2}} of {{3}}.',
		'login_code: {{1}} is your code. Share it with nobody.',
		'order_update: Hello {{1}}, your order {{2}} is on its way.',
		'spring_sale: Hello {{1}}, spring is here: *{{2}}* off until Sunday. Shall we keep something for you?',
		'track_parcel: Your parcel {{1}} left our house today.',
		'welcome: Welcome! We are glad to have you with us.',
		'lottery (Rejected): You won!',
		'winter_sale (Pending): Hello {{1}}, the winter sale begins.',
	];
	const search = async (filter?: string) => {
		const context = await editor(loginTo(simulator.url));
		const { results } = await listSearch.searchTemplates.call(context, filter);
		return results.map(({ name }) => name);
	};

	it('Templates are listed with their text, those that can be sent first, and the others with their status', async () => {
		expect(await search()).toEqual(LISTED);
	});

	it.each([
		['SALE', [LISTED[3], LISTED[7]]],
		['pending', [LISTED[7]]],
		['parcel {{1}} LEFT', [LISTED[4]]],
	])('A search for %s finds templates in any case', async (filter, names) => {
		expect(await search(filter)).toEqual(names);
	});

	it('Channels are listed by what their settings call a name', async () => {
		const { results } = await listSearch.searchChannels.call(await editor(loginTo(simulator.url)));

		expect(results.map(({ name, value }) => [name, value])).toEqual([
			['Customer care, 6280000000001 (11111111)', '11111111-1111-4111-8111-111111111111'],
			['Orders, 6280000000002 (22222222)', '22222222-2222-4222-8222-222222222222'],
		]);
	});

	it('A list that cannot be shown says why, without the key', async () => {
		const login = loginTo(simulator.url);
		const context = await editor({
			messagingServiceApi: { ...login.messagingServiceApi, apiKey: 'some-wrong-key' },
		});

		await expect(listSearch.searchTemplates.call(context)).rejects.toThrow(
			/did not accept the API key \(401\).*IP whitelist/,
		);
	});
});

describe('A service that stops in the middle of a response', () => {
	const service = useService();

	afterEach(() => {
		jest.restoreAllMocks();
	});

	it('A list of the editor ends with its deadline', async () => {
		const timeout = jest.spyOn(AbortSignal, 'timeout');
		timeout.mockImplementation(() => AbortSignal.abort());
		service.answer = () => ({ text: '{"data": []}', stallAfter: 3 });

		await expect(
			listSearch.searchChannels.call(await editor(loginTo(service.url))),
		).rejects.toThrow(/did not respond/);
	});
});

describe('Fields of a template', () => {
	const simulator = useSimulator();

	const fieldsOf = async (parameters: INodeParameters) =>
		await resourceMapping.getTemplateParameters.call(
			await editor(loginTo(simulator.url), parameters),
		);

	it.each([
		['3', ['Header Image URL', 'Header File Name', '{{1}}', '{{2}}']],
		['5', ['{{1}}', 'Button 1']],
	])('Template %s has its placeholders as fields', async (digit, ids) => {
		const { fields } = await fieldsOf(template(digit));

		expect(fields.map(({ id }) => id)).toEqual(ids);
	});

	it.each([
		['no template is chosen', { templateId: { __rl: true, mode: 'list', value: '' } }, /^Choose/],
		['the template is not listed', template('9'), /does not list this template/],
		['the template has no placeholders', template('2'), /has no placeholders/],
	])('A template has no fields and says why when %s', async (_when, parameters, notice) => {
		const { fields, emptyFieldsNotice } = await fieldsOf(parameters);

		expect(fields).toEqual([]);
		expect(emptyFieldsNotice).toMatch(notice);
	});
});

describe('Text of a template', () => {
	const simulator = useSimulator();

	const noticeOf = async (parameters: INodeParameters) => {
		const context = await editor(loginTo(simulator.url), parameters);
		const { fields, emptyFieldsNotice } = await resourceMapping.getTemplateText.call(context);
		// With a field, n8n would not show the notice.
		expect(fields).toEqual([]);
		return emptyFieldsNotice;
	};

	it.each([
		[
			'1',
			'<b>Your order</b><br />Hello {{1}}, your order {{2}} is on its way.<br /><i>Sent by the shop</i>',
		],
		[
			'3',
			'<b>[Image]</b><br />Hello {{1}}, spring is here: *{{2}}* off until Sunday.<br /><br />Shall we keep something for you?<br /><i>You get this because you are a member</i><br />[Yes, please] [Not now]',
		],
	])('The text of template %s is shown whole: %s', async (digit, text) => {
		expect(await noticeOf(template(digit))).toBe(text);
	});

	it('HTML in the text of a template is escaped', async () => {
		const id = template('2').templateId.value;
		const tricky = simulator.service.state.templates.get(id);
		if (tricky) Object.assign(tricky, { body: '<img src=x onerror="alert(1)"> & more' });

		expect(await noticeOf(template('2'))).toContain(
			'&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; more',
		);
	});

	it.each([
		['no template is chosen', { templateId: { __rl: true, mode: 'list', value: '' } }, /^Choose/],
		[
			'an expression chooses it',
			{ templateId: { __rl: true, mode: 'id', value: '={{ $json.template }}' } },
			/^An expression chooses/,
		],
		['the template is not listed', template('0'), /does not list/],
	])(
		'The text of a template is unknown and says why when %s',
		async (_when, parameters, notice) => {
			expect(await noticeOf(parameters)).toMatch(notice);
		},
	);
});
