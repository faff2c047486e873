import { resources } from '../../../nodes/MessagingService/operations';
import { balance, CASES, channel, ID, person, template, TO } from './cases';
import { accepted } from '../../support/accepted';
import { enveloped, outputOf, planOf, readingOf, type Values } from './support';

/** What comes out of a question is what a person answers: its own test has it. */
const ALL = resources.flatMap(({ value, operations }) =>
	operations
		.filter((operation) => operation.value !== 'sendAndWait')
		.map((operation) => ({ name: `${value} ${operation.value}`, operation })),
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
	])('of %s keeps what the service adds', (name, values, data) => {
		expect(outputOf(named(name), values, enveloped(data))).toMatchObject([data]);
	});
});

describe('An answer of the Business route, whose form is not documented,', () => {
	const reply = named('whatsappBusiness reply');
	const values = valuesOf('whatsappBusiness reply');

	it.each<[string, string, object]>([
		['a message and no data', '{"error":false,"message":"sent"}', {}],
		['null as data', '{"error":false,"message":"sent","data":null}', {}],
		['an empty list as data', '{"error":false,"data":[]}', {}],
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
		['a reference number', '{"ref_no":7}', { ref_no: '7' }],
		['a status of its own', '{"status":"queued"}', { status_code: 'queued' }],
		['another form of the number', '{"destination":"+628"}', { destination: '+628' }],
		['no number', '{"destination":null}', {}],
	])('is handed on, beside what all sends put out: %s', (_, text, json) => {
		expect(outputOf(reply, values, text)).toEqual([accepted({ destination: TO, ...json })]);
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

const SENDS = ALL.filter(({ operation }) => operation.effect === 'send');

describe.each(SENDS)('What comes out of $name', ({ name, operation }) => {
	const { values, json } = CASES[name] ?? { values: {}, json: '' };
	const [item = {}] = outputOf(operation, values, json);

	it('has the fields that all sends share', () => {
		expect(Object.keys(item)).toEqual(expect.arrayContaining(Object.keys(accepted({}))));
	});

	it('says to whom it went, and that it was accepted', () => {
		expect(item).toMatchObject({ status: 'accepted' });
		expect(item.destination ?? item.room_id).toBe(Object.hasOwn(values, 'roomId') ? ID : TO);
	});

	it('has the columns that the editor’s preview shows', () => {
		expect(Object.keys(item)).toEqual(expect.arrayContaining(Object.keys(operation.preview.shape)));
	});

	it('has the same columns if only its reference number is known', () => {
		const restored = planOf(operation, values).message?.accepted('007') ?? {};
		expect(Object.keys(restored).sort()).toEqual(Object.keys(operation.preview.shape).sort());
		expect(restored).toMatchObject({ ref_no: '007', status: 'accepted' });
	});

	it('never says that it is final: accepted is not delivered', () => {
		expect(item).not.toHaveProperty('is_final');
	});
});
