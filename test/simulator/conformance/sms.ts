import { z } from 'zod';

import { expectInvalid, matching, type Check, type Checks } from './check';
import { FOREIGN, jsonOf, SMS_LOGIN, SMS_PATH, type Answer, type Service } from './client';
import { expectResult, NUMBER, sms, smsAnswer, smsFields, type Parameters } from './requests';
import { expectXml } from './xml';

/** The answer is a success for the number. */
function expectSent(answer: Answer): void {
	const result = expectResult(answer);
	expect(result).toMatchObject({ status: '0', destination: NUMBER });
	expect(result.messageid).not.toBe('');
}

const answers =
	(status: string, parameters: Parameters, call?: { from: string }): Check =>
	async (service) => {
		const result = expectResult(await sms(service, parameters, call));
		expect(result).toMatchObject({ status, messageid: '' });
		expect(await service.control.messages()).toEqual([]);
	};

/** What cannot be brought about by a request is the fate of a number. */
const fated = (status: string): Check => {
	const number = `628000002${status.slice(1).padStart(3, '0')}`;
	return async (service) => {
		const result = expectResult(await sms(service, { GSM: number }));
		expect(result).toEqual({ status, messageid: '', destination: number });
	};
};

/** The form of XML: results, with one result. */
function expectXmlResult(answer: Answer): Record<string, string> {
	expect(answer).toMatchObject({ status: 200 });
	const { root, content } = expectXml(answer);
	expect(root).toBe('results');
	const { result } = z
		.object({
			result: z
				.object({ status: z.string(), messageid: z.string(), destination: z.string() })
				.strict(),
		})
		.strict()
		.parse(content);
	return result;
}

export const smsChecks: Checks<'sms'> = {
	address: async (service) => {
		const answer = await service.at('POST', '/api/v3/sendsms/plain', {
			key: null,
			query: smsFields(),
		});
		expectSent(answer);
		expect(SMS_PATH).toBe('/api/v3/sendsms/plain');
	},
	query: async (service) => {
		expectSent(await service.smsQuery(smsFields({ SMSText: 'a+b & c=d \u00e9' })));
		expect(await service.control.messages()).toEqual([
			expect.objectContaining({ route: 'sms', to: NUMBER, text: 'a+b & c=d \u00e9' }),
		]);
	},
	form: async (service) => {
		expectSent(await service.smsForm(smsFields({ SMSText: 'a+b & c=d \u00e9' })));
		expect(await service.control.messages()).toEqual([
			expect.objectContaining({ route: 'sms', to: NUMBER, text: 'a+b & c=d \u00e9' }),
		]);
	},
	user: async (service) => {
		expectSent(await sms(service));
		expectInvalid(await sms(service, { user: undefined }), 'user');
	},
	password: async (service) => {
		expectSent(await sms(service));
		expectInvalid(await sms(service, { password: undefined }), 'password');
	},
	text: async (service) => {
		expectSent(await sms(service));
		expectInvalid(await sms(service, { SMSText: undefined }), 'SMSText');
	},
	gsm: async (service) => {
		expectSent(await sms(service));
		// The schema lets it be left out, and the message cannot go without it.
		await service.control.reset();
		await answers('-6', { GSM: undefined })(service);
	},
	unicode: async (service) => {
		expectSent(await sms(service));
		const text = 'Hello \u2713 \u{1F600}';
		expectSent(await sms(service, { unicode: 'true', SMSText: text }));
		expect(await service.control.messages()).toContainEqual(expect.objectContaining({ text }));
	},
	otp: async (service) => {
		expectSent(await sms(service));
		expectSent(await sms(service, { otp: 'Y', SMSText: '1234' }));
	},
	'otp-words': async (service) => {
		await service.control.settings({ otpWords: ['open sesame'] });
		await answers('-10', { SMSText: 'Say Open Sesame to come in' })(service);
		expectSent(await sms(service, { SMSText: 'Say Open Sesame to come in', otp: 'Y' }));
		expectSent(await sms(service, { SMSText: 'Say something to come in' }));
	},
	'output-json': async (service) => {
		const answer = await sms(service, { output: 'json' });
		expect(answer.contentType).toMatch(/^application\/json\b/);
		expectSent(answer);
	},
	'output-xml': async (service) => {
		expect(expectXmlResult(await sms(service, { output: 'xml' }))).toMatchObject({ status: '0' });
	},
	'output-default': async (service) => {
		const result = expectXmlResult(await sms(service, { output: undefined }));
		expect(result).toMatchObject({ status: '0' });
	},
	'json-form': async (service) => {
		const { results } = smsAnswer.parse(jsonOf(await sms(service)));
		expect(results).toEqual([{ status: '0', messageid: matching(/./), destination: NUMBER }]);
	},
	'json-failure': async (service) => {
		const { results } = smsAnswer.parse(jsonOf(await sms(service, { password: 'wrong' })));
		expect(results).toEqual([{ status: '-5', messageid: '', destination: NUMBER }]);
	},
	'xml-form': async (service) => {
		const sent = expectXmlResult(await sms(service, { output: 'xml' }));
		expect(sent).toEqual({
			status: '0',
			messageid: matching(/./),
			destination: NUMBER,
		});
		const failed = expectXmlResult(await sms(service, { output: 'xml', password: 'wrong' }));
		expect(failed).toEqual({ status: '-5', messageid: '', destination: NUMBER });
	},
	validation: async (service) => {
		expectInvalid(await sms(service, { output: 'yaml' }), 'output');
		expectInvalid(await service.smsForm({}), 'user');
		expect(await service.control.messages()).toEqual([]);
	},
	length: async (service) => {
		await answers('-14', { SMSText: 'x'.repeat(161) })(service);
		expectSent(await sms(service, { SMSText: 'x'.repeat(160) }));
	},
	'length-unicode': async (service) => {
		const emoji = '\u{1F600}';
		await answers('-14', { unicode: 'true', SMSText: emoji.repeat(161) })(service);
		expectSent(await sms(service, { unicode: 'true', SMSText: emoji.repeat(160) }));
	},
	'failure-200': async (service) => {
		for (const parameters of [{ password: 'wrong' }, { GSM: 'Ann' }, { GSM: '628000002099' }])
			expect(expectResult(await sms(service, parameters)).status).not.toBe('0');
	},
};

export const smsStatuses: Checks<'smsStatuses'> = {
	'0': async (service) => {
		expectSent(await sms(service));
	},
	'-1': fated('-1'),
	'-2': async (service) => {
		await service.control.account({ sms_balance: 0 });
		await answers('-2', {})(service);
	},
	'-3': fated('-3'),
	'-5': answers('-5', { password: 'wrong' }),
	'-6': answers('-6', { GSM: '' }),
	'-7': async (service) => {
		await service.control.account({ sms_expired_date: '2020-01-01' });
		await answers('-7', {})(service);
	},
	'-9': fated('-9'),
	'-10': async (service) => {
		expectSent(await sms(service, { otp: 'Y' }));
		await service.control.reset();
		await service.control.account({ sms: { ...SMS_LOGIN, otpRoute: false } });
		await answers('-10', { otp: 'Y' })(service);
	},
	'-11': fated('-11'),
	'-12': answers('-12', { SMSText: '' }),
	'-13': answers('-13', { GSM: 'Ann' }),
	'-14': answers('-14', { SMSText: 'x'.repeat(161) }),
	'-22': fated('-22'),
	'-23': fated('-23'),
	'-24': fated('-24'),
	'-26': fated('-26'),
	'-27': fated('-27'),
	'-28': fated('-28'),
	'-30': fated('-30'),
	'-31': fated('-31'),
	'-32': fated('-32'),
	'-33': fated('-33'),
	'-34': fated('-34'),
	'-35': fated('-35'),
	'-36': fated('-36'),
	'-40': answers('-40', {}, { from: FOREIGN }),
	'-77': limited('-77', 'second'),
	'-78': limited('-78', 'third'),
	'-88': fated('-88'),
	'-99': fated('-99'),
};

/** The third message to a number of which two are taken in 24 hours. */
function limited(status: string, third: string): Check {
	return async (service: Service) => {
		await service.control.settings({ smsPerNumberPerDay: 2 });
		expectSent(await sms(service, { SMSText: 'first' }));
		expectSent(await sms(service, { SMSText: 'second' }));
		expect(expectResult(await sms(service, { SMSText: third }))).toEqual({
			status,
			messageid: '',
			destination: NUMBER,
		});
		const other = { GSM: '6281200000002', SMSText: third };
		expect(expectResult(await sms(service, other)).status).toBe('0');
		await service.control.advance(86_400_000 - 1);
		expect(expectResult(await sms(service, { SMSText: third })).status).toBe(status);
		await service.control.advance(1);
		expectSent(await sms(service, { SMSText: third }));
	};
}
