import { accepted } from '../../support/accepted';
import {
	ALL,
	answerOf,
	balance,
	channel,
	enveloped,
	exampleOf,
	ID,
	named,
	person,
	template,
	TO,
	valuesOf,
} from '../../support/operations';
import { outputOf, planOf, readingOf } from './support';

describe.each(ALL)('Example of $name', ({ name, operation }) => {
	const example = exampleOf(name);

	it('An item of $name becomes one request, and costs what it says', () => {
		const { request, credits } = planOf(operation, valuesOf(name));
		expect({ request, credits }).toEqual({ request: example.request, credits: example.credits });
	});

	it('The response to $name is output with explanations, the same from JSON and XML', () => {
		const { json, xml } = answerOf(example);
		expect(outputOf(operation, valuesOf(name), json)).toEqual(example.output);
		expect(outputOf(operation, valuesOf(name), xml)).toEqual(example.output);
	});
});

const outputFrom = (name: string, text: string) => outputOf(named(name), valuesOf(name), text);

describe('Responses in the service’s envelope', () => {
	it.each([
		...[enveloped([]), '<r><error>false</error><data/></r>'],
		...['\n  ', ' '].map((ws) => `<r>${ws}<error>false</error>${ws}<data>${ws}</data>${ws}</r>`),
	])('An empty list gives no item: %j', (text) => {
		expect(outputFrom('whatsappOfficial getTemplates', text)).toEqual([]);
		expect(outputFrom('whatsappOfficial getChannels', text)).toEqual([]);
	});

	it.each<[string, unknown, string]>([
		['account getIdentity', { ...person, userid: null }, 'data.userid'],
		['account getBalance', { wa_balance: 7 }, 'data.idClient'],
		['whatsappOfficial broadcast', { reference: 1 }, 'data.ref_no'],
		['whatsappOfficial reply', { reference: 1 }, 'data.ref_no'],
		['whatsappOfficial getTemplates', { templates: [] }, 'data'],
		['whatsappOfficial getTemplates', [{ ...template, name: undefined }], 'data.0.name'],
		['whatsappOfficial getChannels', [{ ...channel, id: 1 }], 'data.0.id'],
		['whatsappUnofficial sendText', { destination: TO }, 'data.ref_no'],
		['whatsappUnofficial getStatus', { status: {} }, 'data.status'],
	])('A success of %s counts as accepted and names the wrong field: %j', (name, data, where) => {
		const read = readingOf(named(name), valuesOf(name), enveloped(data));
		expect(read).toMatchObject({ kind: 'undocumented', fate: 'unreadable' });
		expect(read).toHaveProperty('where', expect.stringMatching(`^${where}: `));
	});

	it.each(['{"status":"fail","data":{"id":1}}', '{"errors":["no room"],"data":null}'])(
		'A message is uncertain after a success code that does not say that there was no error: %s',
		(text) => {
			const name = 'whatsappUnofficial sendText';
			const read = readingOf(named(name), valuesOf(name), text);
			expect(read).toMatchObject({ kind: 'undocumented', fate: 'uncertain' });
		},
	);

	it.each([
		['whatsappUnofficial sendText', { status: 'fail' }],
		['whatsappUnofficial sendMedia', { success: false }],
		['whatsappOfficial broadcast', { errors: ['no room'] }],
		['whatsappOfficial reply', { error: false, status: 500 }],
	])('A message of %s is uncertain if the data of a success comes with %j', (name, failure) => {
		const data = { ref_no: '1', destination: TO };
		const read = readingOf(named(name), valuesOf(name), JSON.stringify({ ...failure, data }));
		expect(read).toMatchObject({ kind: 'refused', fate: 'uncertain' });
	});

	it.each<[string, object, object]>([
		['account getIdentity', person, { idPerson: '12', idClient: ' 7 ' }],
		['account getBalance', balance, { idClient: '2', wa_balance: '100', sms_balance: '-0.50' }],
		['whatsappUnofficial getStatus', {}, { is_group: 'true' }],
	])('A number or a switch of %s may be a text, in JSON too', (name, data, texts) => {
		const [output] = outputFrom(name, enveloped({ ...data, ...texts }));
		const read = Object.values(texts).map((text: string) => JSON.parse(text) as unknown);
		expect(output).toMatchObject(
			Object.fromEntries(Object.keys(texts).map((key, at) => [key, read[at]])),
		);
	});

	it.each<[string, unknown]>([
		['account getIdentity', { ...person, idClient: 'two' }],
		['account getBalance', { ...balance, wa_balance: '1.000,50', sms_expired_date: 7 }],
		['whatsappOfficial getTemplates', [{ ...template, category: 7 }]],
		['whatsappOfficial getChannels', [{ ...channel, created_at: 7 }]],
		['whatsappUnofficial sendText', { ref_no: '1', destination: { id: 2 } }],
		['whatsappUnofficial getStatus', { is_group: 'maybe', sent_date: 7 }],
	])('A field of %s on which nothing depends is output as it came', (name, data) => {
		const read = readingOf(named(name), valuesOf(name), enveloped(data));
		expect(read).toMatchObject({ kind: 'data', data: [data].flat() });
	});

	it.each([
		['account getBalance', { idClient: 1, new_balance: 3 }],
		['whatsappUnofficial sendText', { destination: TO, ref_no: 'r', credits_left: 4 }],
	])('The output of %s keeps fields that the service adds', (name, data) => {
		expect(outputFrom(name, enveloped(data))).toMatchObject([data]);
	});

	it.each(['  Hi there \n', '  ', '\t'])('A text in XML keeps its outer spaces: %j', (message) => {
		const xml = `<r>
			<error> false </error>
			<data>
				<destination>${TO}</destination>
				<ref_no>r1</ref_no>
				<message>${message}</message>
			</data>
		</r>`;
		const item = { destination: TO, ref_no: 'r1', message };
		expect(outputFrom('whatsappUnofficial sendText', xml)).toMatchObject([item]);
	});

	it('An element in XML without a value gives no output field', () => {
		const empty = '<caption/><read_date/><is_group/><later></later>';
		const xml = `<r><data><ref_no>r1</ref_no>${empty}</data></r>`;
		expect(outputFrom('whatsappUnofficial getStatus', xml)).toEqual([
			{ ref_no: 'r1', is_final: false },
		]);
	});

	it('A reference that the service writes as a number keeps all its digits', () => {
		const text = `{"data":{"ref_no":12345678901234567891,"destination":${TO},"sender":628990001}}`;
		const item = { ref_no: '12345678901234567891', destination: TO, sender: '628990001' };
		expect(outputFrom('whatsappUnofficial sendText', text)).toMatchObject([item]);
		expect(outputFrom('whatsappUnofficial getStatus', text)).toMatchObject([item]);
		const sms = `{"results":[{"status":0,"messageid":12345678901234567891,"destination":${TO}}]}`;
		expect(outputFrom('sms send', sms)).toMatchObject([
			{ ref_no: item.ref_no, messageid: item.ref_no, destination: TO, status_code: '0' },
		]);
	});
});

describe('Responses of the Business route', () => {
	const reply = named('whatsappBusiness reply');
	const values = valuesOf('whatsappBusiness reply');
	const NO_ERRORS = { errors: [], success: true, id: 'm' };

	it.each(['{"error":false,"data":{"id":"m"', '[{"id":"m"', '<r><id>m</id>'])(
		'Data that was cut off is unreadable: %s',
		(text) => {
			expect(readingOf(reply, values, text)).toEqual({ kind: 'unreadable' });
		},
	);

	it.each<[string, string, object]>([
		['a message and no data', '{"error":false,"message":"sent"}', {}],
		['an empty list as data', '{"error":false,"data":[]}', {}],
		['a word as data', '{"error":false,"data":"queued"}', { value: 'queued' }],
		['an ID next to the data', '{"error":false,"message_id":"m"}', { message_id: 'm' }],
		['an object as message', '{"message":{"id":"m"}}', { message: { id: 'm' } }],
		['a list', '[{"id":"m"}]', { id: 'm' }],
		['words that are no JSON', 'Message queued', { value: 'Message queued' }],
		['nothing', '', {}],
		['an ID beyond 2^53', '{"id":12345678901234567891}', { id: '12345678901234567891' }],
		['XML without an envelope', '<r><id>m</id></r>', { id: 'm' }],
		['a reference number', '{"ref_no":7}', { ref_no: '7' }],
		['a status of its own', '{"status":"queued"}', { status_code: 'queued' }],
		['a status next to the data', '{"status":1,"data":{"id":"m"}}', { status_code: 1, id: 'm' }],
		['success in words of failure', '{"error":false,"message":"Failed over to gateway 2"}', {}],
		['no errors', JSON.stringify(NO_ERRORS), NO_ERRORS],
		['a result with fields', '{"result":{"error":null}}', { result: { error: null } }],
		['another form of the number', '{"destination":"+628"}', { destination: '+628' }],
	])('A Business response may be %s: its fields are output', (_, text, json) => {
		expect(outputOf(reply, values, text)).toEqual([
			accepted({ destination: TO, text: 'Thank you!', ...json }),
		]);
	});

	it.each<[string, string, object]>([
		[
			'{"status":"failed","message":"no room","id":"m"}',
			'message: no room; status: failed',
			{ id: 'm' },
		],
		['{"error":false,"data":{"status":"F","id":"m"}}', 'status: F', { status: 'F', id: 'm' }],
		['{"error":"no room"}', 'error: no room', {}],
		['{"Error":"no room"}', 'Error: no room', {}],
		['{"error":{"code":7},"id":"m"}', 'code: 7', { id: 'm' }],
		['<r><status>failed</status><id>m</id></r>', 'status: failed', { id: 'm' }],
		['false', 'false', {}],
		['[{"status":"failed","id":"m"}]', 'status: failed', {}],
	])('A message is uncertain after a Business response that reports a failure: %s', (...row) => {
		const [text, words, fields] = row;
		const read = readingOf(reply, values, text);
		expect(read).toMatchObject({ kind: 'refused', words, fate: 'uncertain' });
		expect(read.kind === 'refused' ? (read.fields ?? {}) : {}).toMatchObject(fields);
	});

	it('A message was not sent if the envelope of a Business response reports an error', () => {
		const read = readingOf(reply, values, '{"error":true,"message":"no room"}');
		expect(read).toMatchObject({ kind: 'refused', words: 'no room', fate: 'notSent' });
	});
});

const SENDS = ALL.filter(({ operation }) => operation.effect === 'send');

describe.each(SENDS)('Output of $name', ({ name, operation }) => {
	const values = valuesOf(name);
	const [item = {}] = outputOf(operation, values, answerOf(exampleOf(name)).json);

	it('The output of $name has the recipient, the status accepted and no empty field', () => {
		expect(item).toMatchObject({ status: 'accepted' });
		expect(item.destination ?? item.room_id).toBe(Object.hasOwn(values, 'roomId') ? ID : TO);
		expect(Object.values(item)).not.toContain(null);
		// Accepted is not delivered.
		expect(item).not.toHaveProperty('is_final');
	});

	it('The output of $name can be restored from its reference number alone', () => {
		const restored = planOf(operation, values).message?.item({ ref_no: '007' }) ?? {};
		expect(Object.keys(operation.preview.shape)).toEqual(
			expect.arrayContaining(Object.keys(restored)),
		);
		expect({ ...item, ref_no: '007' }).toMatchObject(restored);
		expect(restored).toMatchObject({ ref_no: '007', status: 'accepted' });
	});
});
