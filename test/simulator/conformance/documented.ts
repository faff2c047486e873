import { pdf } from '../facts/files';
import { NUMBER } from './requests';

/** What the documentation says about fields, read once more. The test takes nothing of it from the table of facts. */

const UNOFFICIAL = 'destination* queue sender channel is_group timeout include_unsubscribe';
const PUSH_INBOX = 'id* gateway_number* originator* receive_date* msg*';

/**
 * The fields of each request, then the code and the data of its success. A star marks a required field, a question mark
 * a field that a rule requires. A colon follows the type of an object.
 */
export const ENDPOINTS: Readonly<Record<string, string>> = {
	'GET /auth/api_key': '-> 200 userid* idPerson* idClient*',
	'GET /balance': `-> 200 idClient* wa_balance hlr_balance sim_balance sms_balance wa_expired_date
		hlr_expired_date sim_expired_date sms_expired_date pulsa_balance`,
	'POST /wa_business/reply': `text:type*=text|document|image|video|reaction
		text:recipient* text:gateway_id* text:message_id_context
		text:payloads* text:payloads.body? text:payloads.text?
		document:payloads* document:payloads.link* document:payloads.caption document:payloads.filename
		image:payloads* image:payloads.link* image:payloads.caption
		video:payloads* video:payloads.link* video:payloads.caption
		reaction:payloads* reaction:payloads.message_id* reaction:payloads.emoji*
		-> 201 message_id*`,
	'POST /wa_business/interactive/button_reply': `recipient* gateway_id*
		header text:header.type*=text|document|image|video text:header.text*
		document:header.link* document:header.filename image:header.link* video:header.link*
		body* body.text* footer footer.text* buttons* buttons[].button_id* buttons[].title*
		-> 201 message_id*`,
	'POST /wa_official/message/broadcast': `destination* destination_name* template_id* channel_id*
		parameters? parameters.body?
		parameters.body[].key* parameters.body[].value* parameters.body[].value_text*
		parameters.header? parameters.header.format*=IMAGE|DOCUMENT parameters.header.params*
		parameters.header.params[].key*=url|filename
		parameters.header.params[].value* parameters.header.params[].value*
		parameters.buttons?
		parameters.buttons[].index* parameters.buttons[].type* parameters.buttons[].value*
		-> 201 ref_no*`,
	'POST /wa_official/message/reply': `room_id* type=audio|document|image|text|video|voice file_url
		text? -> 201 ref_no*`,
	'GET /wa_official/templates':
		'-> 200 [].id* [].name* [].header [].body [].footer [].status* [].category*',
	'GET /wa_official/channels':
		'-> 200 [].id* [].webhook [].settings [].organization_id* [].created_at*',
	'POST /whatsapp/media': `${UNOFFICIAL} caption media_url media_base64 file_name
		-> 201 sender queue destination* ref_no* caption media_url`,
	'POST /whatsapp/message': `${UNOFFICIAL} message*
		-> 201 sender queue destination* ref_no* message`,
	'GET /whatsapp/status/:ref_no': `-> 200 destination sender ref_no status message caption media_url
		create_date sent_date read_date delivered_date is_group`,
	'POST /api/v3/sendsms/plain': `user* password* SMSText* GSM? unicode=true|false otp=Y|N
		output=json|xml -> 200 [].status* [].messageid* [].destination*`,
};

export const CALLBACKS: Readonly<Record<string, string>> = {
	'GET|POST query unofficialStatus': 'ref_no* status*=U|Q|S|D|R|A|F sent_date* err_code*',
	'POST form smsInbox': PUSH_INBOX,
	'POST form unofficialInbox': PUSH_INBOX,
	'POST json officialInbox': 'room_id* ref_no* text* inbox_date* sender_number*',
	'POST json officialStatus': 'ref_no* status*=sent|delivered|read|failed status_date*',
};

const buttons = (count: number) =>
	Array.from({ length: count }, (_, at) => ({ button_id: `${at}`, title: 'Yes' }));

const length = (count: number) => 'x'.repeat(count);
type Bounds = Readonly<Record<string, [accepted: unknown[], refused: unknown[]]>>;

/** Fields that refuse a value. */
const refusing = (value: unknown, paths: string): Bounds =>
	Object.fromEntries(paths.split(/\s+/).map((path) => [path, [[], [value]]]));

/** Values of fields, by their path: the longest that are accepted, and the shortest that are refused. */
export const BOUNDS: Bounds = {
	...refusing(
		'',
		`gateway_id message_id_context payloads.body payloads.text payloads.message_id payloads.emoji
		header.text parameters.buttons[].index parameters.buttons[].type message`,
	),
	...refusing('ftp://files.example.com/photo.png', 'payloads.link header.link file_url media_url'),
	...refusing('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'template_id channel_id room_id'),
	...refusing('false', 'is_group include_unsubscribe'),
	recipient: [[NUMBER], ['0812345678']],
	destination: [
		['1234567', '4'.repeat(15)],
		['0812345678', '123456', '4'.repeat(16)],
	],
	'body.text': [[length(1024)], [length(1025), '']],
	'footer.text': [[length(60)], [length(61), '']],
	buttons: [
		[buttons(1), buttons(3)],
		[[], buttons(4)],
	],
	'buttons[].button_id': [[length(256)], [length(257), '']],
	'buttons[].title': [[length(20)], [length(21), '']],
	'parameters.body[].value': [
		[length(2), length(32)],
		['x', length(33), 'Name'],
	],
	'parameters.body[].value_text': [['a    b'], ['a     b', 'a\tb', 'a\nb']],
	'parameters.header.params[].value': [[], ['a     b']],
	'parameters.buttons[].value': [['a    b'], ['a     b']],
	text: [['a    b'], ['a     b']],
	channel: [[7], [1.5, '7']],
	timeout: [[0], [-1, 1.5]],
	media_base64: [[pdf(1_048_576)], [pdf(1_048_580), 'no base64 !']],
};
