import { resources } from '../../../nodes/MessagingService/operations';
import { MESSAGE_STATUS } from '../../../nodes/service/messageStatus';
import { enveloped, outputOf, readingOf, type Values, xmlEnveloped } from './support';

const ID = '123e4567-e89b-42d3-a456-426614174000';
const TO = '62812000001';

interface Case {
	/** One that is valid, of which the output depends. */
	values: Values;
	json: string;
	xml: string;
	output: unknown[];
}

const unofficial = { sender: '628990001', queue: 'main', destination: TO, ref_no: '007' };
const unofficialXml = `<sender>628990001</sender><queue>main</queue><destination>${TO}</destination><ref_no>007</ref_no>`;

const template = { id: ID, name: '007', status: 'Approved', category: 'UTILITY' };
const templateXml = `<item><id>${ID}</id><name>007</name><status>Approved</status><category>UTILITY</category></item>`;

const person = { userid: '0042', idPerson: 1, idClient: 2 };
const balance = {
	idClient: 2,
	wa_balance: 1250.5,
	wa_expired_date: '2027-01-31',
	pulsa_balance: 0,
};
const channel = { id: ID, organization_id: '7', created_at: '2026-11-02T08:00:00Z' };
const message = { ref_no: '007', status: 'D', is_group: false, message: 'Your order left' };
const result = { status: '0', messageid: '0012345678901234567890', destination: TO };

/** The same answer in both formats: in XML everything is text, and what looks like a number may be none. */
const CASES: Record<string, Case> = {
	'account getIdentity': {
		values: {},
		json: enveloped(person),
		xml: xmlEnveloped('<userid>0042</userid><idPerson>1</idPerson><idClient>2</idClient>'),
		output: [person],
	},
	'account getBalance': {
		values: {},
		json: enveloped(balance),
		xml: xmlEnveloped(
			'<idClient>2</idClient><wa_balance>1250.5</wa_balance><wa_expired_date>2027-01-31</wa_expired_date><pulsa_balance>0</pulsa_balance>',
		),
		output: [balance],
	},
	'whatsappOfficial broadcast': {
		values: { channelId: ID, templateId: ID, destination: TO, destinationName: 'Ana' },
		json: enveloped({ ref_no: '007' }),
		xml: xmlEnveloped('<ref_no>007</ref_no>'),
		output: [{ ref_no: '007' }],
	},
	'whatsappOfficial reply': {
		values: { roomId: ID, messageType: 'text', text: 'hello' },
		json: enveloped({ ref_no: '007' }),
		xml: xmlEnveloped('<ref_no>007</ref_no>'),
		output: [{ ref_no: '007' }],
	},
	'whatsappOfficial getTemplates': {
		values: { returnAll: true },
		json: enveloped([template, { ...template, status: 'Pending' }]),
		xml: xmlEnveloped(templateXml + templateXml.replace('Approved', 'Pending')),
		output: [template, { ...template, status: 'Pending' }],
	},
	'whatsappOfficial getChannels': {
		values: { returnAll: true },
		json: enveloped([channel]),
		xml: xmlEnveloped(
			`<item><id>${ID}</id><organization_id>7</organization_id><created_at>2026-11-02T08:00:00Z</created_at></item>`,
		),
		output: [channel],
	},
	'whatsappUnofficial sendText': {
		values: { destination: TO, message: 'hello' },
		json: enveloped({ ...unofficial, message: '1e3' }),
		xml: xmlEnveloped(`${unofficialXml}<message>1e3</message>`),
		output: [{ ...unofficial, message: '1e3' }],
	},
	'whatsappUnofficial sendMedia': {
		values: { destination: TO, mediaSource: 'url', mediaUrl: 'https://example.com/a.png' },
		json: enveloped({ ...unofficial, caption: 'Menu', media_url: 'https://example.com/a.png' }),
		xml: xmlEnveloped(
			`${unofficialXml}<caption>Menu</caption><media_url>https://example.com/a.png</media_url>`,
		),
		output: [{ ...unofficial, caption: 'Menu', media_url: 'https://example.com/a.png' }],
	},
	'whatsappUnofficial getStatus': {
		values: { refNo: '007', simplify: false },
		json: enveloped(message),
		xml: xmlEnveloped(
			'<ref_no>007</ref_no><status>D</status><is_group>false</is_group><message>Your order left</message>',
		),
		output: [
			{
				...message,
				status_name: 'delivered',
				status_meaning: MESSAGE_STATUS.D.meaning,
				is_final: false,
			},
		],
	},
	'whatsappBusiness reply': {
		values: { gatewayId: 'g', recipient: TO, messageType: 'text', text: 'hello' },
		json: enveloped({ message_id: 'wamid.2' }),
		xml: xmlEnveloped('<message_id>wamid.2</message_id>'),
		output: [{ message_id: 'wamid.2' }],
	},
	'whatsappBusiness sendButtons': {
		values: {
			gatewayId: 'g',
			recipient: TO,
			body: 'Coming?',
			headerType: 'none',
			buttons: { button: [{ id: 'yes', title: 'Yes' }] },
		},
		json: enveloped({ message_id: 'wamid.2' }),
		xml: xmlEnveloped('<message_id>wamid.2</message_id>'),
		output: [{ message_id: 'wamid.2' }],
	},
	'sms send': {
		values: { destination: TO, text: 'hello' },
		json: JSON.stringify({ results: [result] }),
		xml: `<results><result><status>0</status><messageid>${result.messageid}</messageid><destination>${TO}</destination></result></results>`,
		output: [
			{
				...result,
				status_name: 'ALL_RECIPIENTS_PROCESSED',
				status_meaning: 'request successful for all recipients',
				is_final: true,
			},
		],
	},
};

const ALL = resources.flatMap(({ value, operations }) =>
	operations.map((operation) => ({ name: `${value} ${operation.value}`, operation })),
);

describe.each(ALL)('An answer to $name', ({ name, operation }) => {
	const { values, json, xml, output } = CASES[name] ?? {
		values: {},
		json: '',
		xml: '',
		output: [],
	};

	it('is put out as it came, with what is explained beside it', () => {
		expect(outputOf(operation, values, json)).toEqual(output);
	});

	it('is put out as the same where it comes as XML', () => {
		expect(outputOf(operation, values, xml)).toEqual(output);
	});
});

const named = (name: string) => {
	const found = ALL.find((one) => one.name === name);
	if (found === undefined) throw new Error(`no operation ${name}`);
	return found.operation;
};

const valuesOf = (name: string): Values => CASES[name]?.values ?? {};

describe('An answer in the service’s envelope', () => {
	it.each(['whatsappOfficial getTemplates', 'whatsappOfficial getChannels'])(
		'that lists nothing gives no item of %s, in XML too',
		(name) => {
			expect(outputOf(named(name), valuesOf(name), enveloped([]))).toEqual([]);
			expect(outputOf(named(name), valuesOf(name), '<r><error>false</error><data/></r>')).toEqual(
				[],
			);
		},
	);

	it.each<[string, unknown, string]>([
		['account getIdentity', { ...person, idClient: 'two' }, 'data.idClient'],
		['account getBalance', { ...balance, idClient: 'two' }, 'data.idClient'],
		['whatsappOfficial broadcast', { reference: 1 }, 'data.ref_no'],
		['whatsappOfficial reply', { reference: 1 }, 'data.ref_no'],
		['whatsappOfficial getTemplates', { templates: [] }, 'data'],
		['whatsappOfficial getTemplates', [{ ...template, name: undefined }], 'data.0.name'],
		['whatsappOfficial getChannels', [{ ...channel, id: 1 }], 'data.0.id'],
		['whatsappUnofficial sendText', { destination: TO }, 'data.ref_no'],
		['whatsappUnofficial sendMedia', { ref_no: '1' }, 'data.destination'],
		['whatsappUnofficial getStatus', { is_group: 'maybe' }, 'data.is_group'],
	])('names the field where that of %s breaks the documented form', (name, data, where) => {
		const read = readingOf(named(name), valuesOf(name), enveloped(data));
		expect(read.kind === 'undocumented' && read.where.split(': ')[0]).toBe(where);
	});

	it.each<[string, Values, object]>([
		['account getBalance', {}, { idClient: 1, new_balance: 3 }],
		[
			'whatsappUnofficial sendText',
			{ destination: TO, message: 'a' },
			{ destination: TO, ref_no: 'r', credits_left: 4 },
		],
	])('of %s keeps what the service adds and lacks what it leaves out', (name, values, data) => {
		expect(outputOf(named(name), values, enveloped(data))).toEqual([data]);
	});
});

describe('An answer of the Business route, whose form is not documented,', () => {
	const reply = named('whatsappBusiness reply');
	const values = valuesOf('whatsappBusiness reply');

	it.each<[string, string, object]>([
		['a message and no data', '{"error":false,"message":"sent"}', { sent: true }],
		['null as data', '{"error":false,"message":"sent","data":null}', { sent: true }],
		['an empty list as data', '{"error":false,"data":[]}', { sent: true }],
		['an object without fields', '{"error":false,"data":{}}', {}],
		['a word as data', '{"error":false,"data":"queued"}', { value: 'queued' }],
		['a list as data', '{"error":false,"data":[{"id":"a"}]}', { id: 'a' }],
		['no envelope', '{"message_id":"wamid.2"}', { message_id: 'wamid.2' }],
		['an ID beside the data', '{"error":false,"message_id":"m"}', { message_id: 'm' }],
		['messages', '{"messages":[{"id":"m"}]}', { messages: [{ id: 'm' }] }],
		['a message of its own form', '{"message":{"id":"m"}}', { message: { id: 'm' } }],
		['0 for no error', '{"error":0,"id":"m"}', { error: 0, id: 'm' }],
		['a list', '[{"id":"m"}]', { id: 'm' }],
		['a word', '"queued"', { value: 'queued' }],
		['a number', '1', { value: 1 }],
		['XML without an envelope', '<r><id>m</id></r>', { id: 'm' }],
		['XML of one word', '<r>ok</r>', { value: 'ok' }],
	])('is handed on: %s', (_, text, json) => {
		expect(outputOf(reply, values, text)).toEqual([json]);
	});

	it('is a refusal where the envelope says so', () => {
		expect(readingOf(reply, values, '{"error":true,"message":"no room"}')).toMatchObject({
			kind: 'refused',
			words: 'no room',
			sent: 'no',
		});
	});

	it.each(['"no room"', '7', '{"code":7}'])(
		'leaves open what became of it where its error has a form of its own: %s',
		(fault) => {
			expect(readingOf(reply, values, `{"error":${fault}}`)).toMatchObject({
				kind: 'undocumented',
				sent: 'unknown',
			});
		},
	);
});
