import { XMLParser } from 'fast-xml-parser';

import { control, FOREIGN, service, SMS_LOGIN, useService, type Fields } from './client';
import { containing, matching } from './expect';
import { expectResult, NUMBER, sms, SMS, smsStatus } from './requests';

useService();

const refused = (status: string) => ({ status, messageid: '', destination: NUMBER });
const sent = { status: '0', messageid: matching(/./), destination: NUMBER };

describe('SMS messages', () => {
	it.each([
		['a query string', service.smsQuery],
		['form fields', service.smsForm],
	])('The parameters may be sent as %s', async (_how, send) => {
		const text = 'a+b & c=d \u00e9';

		expect(expectResult(await send({ ...SMS, SMSText: text }))).toEqual(sent);
		expect(await control.messages()).toEqual([containing({ route: 'sms', to: NUMBER, text })]);
	});

	it.each<[Fields, string]>([
		[{ output: 'xml' }, 'output=xml'],
		[{ output: undefined }, 'no output'],
	])('The response is XML with %j', async (output) => {
		const resultOf = async (fields: Fields) => {
			const answer = await sms({ ...output, ...fields });
			expect([answer.status, answer.contentType]).toEqual([
				200,
				matching(/^(text|application)\/xml\b/),
			]);
			const parsed: unknown = new XMLParser({ parseTagValue: false }).parse(answer.text);
			return parsed;
		};

		expect(await resultOf({})).toMatchObject({ results: { result: sent } });
		expect(await resultOf({ password: 'wrong' })).toMatchObject({
			results: { result: refused('-5') },
		});
	});

	it.each([
		['true', 'Hello \u2713 \u{1F600}', 'Hello \u2713 \u{1F600}'],
		['false', 'Ça va? ✓ € 😀 ñ Ñ ع', 'Ça va? ? € ? ñ Ñ ?'],
	])('An SMS with unicode=%s: %j arrives as %j', async (unicode, SMSText, text) => {
		await sms({ unicode, SMSText });

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
		await control.account({ sms_expired_date: today });

		expect(await smsStatus()).toBe('0');
		await control.advance(86_400_000);
		expect(await smsStatus()).toBe('-7');
	});

	it('An SMS costs one of the SMS balance, and is refused without balance', async () => {
		await control.account({ sms_balance: 1 });

		expect([await smsStatus(), await smsStatus()]).toEqual(['0', '-2']);
	});
});

describe('SMS statuses', () => {
	it.each<[string, string, Fields, Fields]>([
		['-5', 'the user is another', { user: 'nobody_api' }, {}],
		[
			'-5',
			'the name of the user does not end in _api',
			{ user: 'simulator' },
			{ sms: { ...SMS_LOGIN, user: 'simulator' } },
		],
		['-5', 'the password is in other letters', { password: 'Simulator-Password' }, {}],
		['-6', 'the destination is empty', { GSM: '' }, {}],
		['-6', 'there is no destination', { GSM: undefined }, {}],
		[
			'-10',
			'an OTP message has no route',
			{ otp: 'Y' },
			{ sms: { ...SMS_LOGIN, otpRoute: false } },
		],
		['-10', 'a text with an OTP comes with otp=N', { SMSText: 'Your OTP is 1', otp: 'N' }, {}],
		['-12', 'the text is empty', { SMSText: '' }, {}],
		['-13', 'the destination is no number', { GSM: 'Ann' }, {}],
	])('The status is %s if %s', async (status, _when, fields, account) => {
		await control.account(account);

		const result = expectResult(await sms(fields));

		expect(result).toMatchObject({ status, messageid: '' });
		expect(await control.messages()).toEqual([]);
	});

	it('The status is -40 for an address that is not on the whitelist', async () => {
		expect(await smsStatus({}, { from: FOREIGN })).toBe('-40');
	});

	it('A text with a word of the OTP list needs otp=Y', async () => {
		await control.settings({ otpWords: ['open sesame'] });
		const SMSText = 'Say Open Sesame to come in';

		expect(await smsStatus({ SMSText })).toBe('-10');
		expect(await smsStatus({ SMSText, otp: 'Y' })).toBe('0');
		expect(await smsStatus({ SMSText: 'Say something to come in' })).toBe('0');
	});

	it.each([1, 99])('An SMS to the number of the status -%i gets this status', async (code) => {
		const GSM = `628000002${`${code}`.padStart(3, '0')}`;

		expect(expectResult(await sms({ GSM }))).toEqual({ ...refused(`-${code}`), destination: GSM });
	});
});
