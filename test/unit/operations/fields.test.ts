import { commonInput } from '../../../nodes/MessagingService/engine/operation';
import { SAYS } from '../../support/words';
import { named, valuesOf } from '../../support/operations';
import { problemsOf, requestOf, type Values } from './support';

const FILE = 'https://files.example.com/a.pdf';
const document = { messageType: 'document', mediaUrl: FILE };

const required = (label: string) => `${label} ${SAYS.required}`;
const noList = (label: string) => `${label} ${SAYS.notText('a list')}`;
const noNumber = (label: string) => `${label} ${SAYS.notNumber('text')}`;
const noSwitch = (label: string) => `${label} ${SAYS.notSwitch}`;

describe('Wrong values of fields', () => {
	it.each<[operation: string, wrong: Values, problem: string]>([
		['sms send', { message: ' \n' }, required('Message')],
		['sms send', { otp: 'ja' }, noSwitch('One-Time Password (OTP)')],
		['whatsappUnofficial sendText', { message: ['a'] }, noList('Message')],
		[
			'whatsappUnofficial sendText',
			{ sendFrom: 'queue', queue: '' },
			`${required('Queue')}, as the service’s web application shows it`,
		],
		['whatsappUnofficial sendText', { channel: 'many' }, noNumber('Channel')],
		['whatsappUnofficial sendMedia', { mediaSource: 'binary' }, required('Input Binary Field')],
		['whatsappOfficial broadcast', { channelId: '' }, required('Channel')],
		['whatsappOfficial reply', { roomId: ' ' }, required('Room ID')],
		['whatsappOfficial getTemplates', { returnAll: false, limit: 'many' }, noNumber('Limit')],
		['whatsappBusiness reply', { ...document, mediaUrl: '' }, required('Media URL')],
	])('%s names the wrong field in %j: %s', (operation, wrong, problem) => {
		const values = { ...valuesOf(operation), ...wrong };
		expect(problemsOf(named(operation), values)).toEqual([problem]);
	});
});

describe('Values from a sheet or an agent', () => {
	it.each([
		...[true, 'true', 'TRUE', 'yes', 'y', 'Y', '1', 1, ' true '].map((on) => [on, true]),
		...[false, 'false', 'FALSE', 'no', 'n', 'N', '0', 0].map((off) => [off, false]),
	])('The switch value %j means %j', (validateOnly, isOn) => {
		expect(commonInput.parse({ validateOnly }).validateOnly).toBe(isOn);
	});

	const timeout = (requestTimeout: unknown) => commonInput.safeParse({ requestTimeout });
	const channel = (given: unknown): Values => ({
		destination: '6281234567890',
		message: 'Hi',
		channel: given,
	});
	const sendText = named('whatsappUnofficial sendText');

	it.each([5, '5', ' 5 ', '5.0'])('The number value %j means 5', (value) => {
		expect(timeout(value).data).toMatchObject({ requestTimeout: 5 });
		expect(requestOf(sendText, channel(value)).json).toMatchObject({ channel: 5 });
		for (const [operation, values] of [
			['whatsappOfficial getTemplates', { limit: value }],
			['whatsappUnofficial getStatus', { refNo: 'r', maxWait: value }],
		] as const) {
			expect(problemsOf(named(operation), values)).toEqual([]);
		}
	});

	it.each(['5 s', '1e3', '5.5', true])('%j is refused as a whole number', (value) => {
		const problems = [expect.stringMatching(/^Channel must be a/)];
		expect(problemsOf(sendText, channel(value))).toEqual(problems);
	});

	it('A wrong switch or a Request Timeout above 600 is refused in every operation', () => {
		expect(commonInput.safeParse({ validateOnly: 'maybe' }).success).toBe(false);
		expect(timeout('601').success).toBe(false);
	});
});
