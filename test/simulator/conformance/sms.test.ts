import { sendSms } from '../facts/endpoints';
import { exampleOf } from '../facts/openapi';
import {
	account,
	ask,
	containing,
	control,
	given,
	HOUR,
	jsonOf,
	NUMBER,
	sms,
	smsStatus,
	useService,
	type Fields,
} from './requests';

useService();

/** The fields in the query. */
const inQuery = (fields: Fields) => {
	const query = new URLSearchParams(given({ ...exampleOf(sendSms), ...fields })).toString();
	return ask(`${sendSms.path}?${query}`, { method: 'POST' });
};

const sent = { status: '0', messageid: expect.stringMatching(/./), destination: NUMBER };

describe('SMS messages', () => {
	it.each([
		['a query string', inQuery],
		['form fields', sms],
	])('The parameters may be sent as %s', async (_how, send) => {
		const text = 'a+b & c=d \u00e9';

		expect(jsonOf(await send({ SMSText: text }))).toEqual({ results: [sent] });
		expect(await control.messages()).toEqual([containing({ route: 'sms', to: NUMBER, text })]);
	});

	it.each([
		['true', 'Hello \u2713 \u{1F600}', 'Hello \u2713 \u{1F600}'],
		['false', 'Ça va? ✓ € 😀 ñ Ñ ع', 'Ça va? ? € ? ñ Ñ ?'],
	])('An SMS with unicode=%s: %j arrives as %j', async (unicode, SMSText, text) => {
		await smsStatus({ unicode, SMSText });

		expect(await control.messages()).toEqual([containing({ text })]);
	});

	it.each([
		['x', 'false'],
		['\u{1F600}', 'true'],
	])('An SMS has at most 160 characters: %s, unicode=%s', async (character, unicode) => {
		const statusOf = (count: number) => smsStatus({ unicode, SMSText: character.repeat(count) });

		expect([await statusOf(160), await statusOf(161)]).toEqual(['0', '-14']);
	});

	it('An SMS is accepted on the day on which the SMS balance expires, and not on the next', async () => {
		const now = new Date(await control.now());
		const today = now.toLocaleDateString('sv-SE', { timeZone: 'Asia/Jakarta' });
		account({ sms_expired_date: today });

		expect(await smsStatus()).toBe('0');
		await control.advance(24 * HOUR);
		expect(await smsStatus()).toBe('-7');
	});

	it('An SMS costs one of the SMS balance, and is refused without balance', async () => {
		account({ sms_balance: 1 });

		expect([await smsStatus(), await smsStatus()]).toEqual(['0', '-2']);
	});
});

describe('SMS statuses', () => {
	it.each<[string, string, Fields, Fields?]>([
		['-5', 'the user is another', { user: 'nobody_api' }],
		[
			'-5',
			'the name of the user does not end in _api',
			{ user: 'simulator' },
			{ sms: { user: 'simulator', password: 'simulator-password', otpRoute: true } },
		],
		['-5', 'the password is in other letters', { password: 'Simulator-Password' }],
		['-6', 'there is no destination', { GSM: undefined }],
		[
			'-10',
			'an OTP message has no route',
			{ otp: 'Y' },
			{ sms: { user: 'simulator_api', password: 'simulator-password', otpRoute: false } },
		],
		['-10', 'a text with an OTP comes with otp=N', { SMSText: 'Your OTP is 1', otp: 'N' }],
		['0', 'a text with an OTP comes with otp=Y', { SMSText: 'Your OTP is 1', otp: 'Y' }],
		['-12', 'the text is empty', { SMSText: '' }],
		['-13', 'the destination is no number', { GSM: 'Ann' }],
		['-1', 'the number is that of this status', { GSM: '628000002001' }],
		['-99', 'the number is that of this status', { GSM: '628000002099' }],
	])('The status is %s if %s', async (status, _when, fields, changed = {}) => {
		account(changed);

		expect(await smsStatus(fields)).toBe(status);
		expect(await control.messages()).toHaveLength(status === '0' ? 1 : 0);
	});
});
