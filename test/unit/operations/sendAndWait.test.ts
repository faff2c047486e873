import { sendAndWait as inBusiness } from '../../../nodes/MessagingService/operations/whatsappBusiness';
import { sendAndWait as inOfficial } from '../../../nodes/MessagingService/operations/whatsappOfficial';
import { sendAndWait as inUnofficial } from '../../../nodes/MessagingService/operations/whatsappUnofficial';
import type { Operation } from '../../../nodes/MessagingService/engine/operation';
import { planOf, problemsOf, requestOf, type Values } from './support';

const PAGE = 'https://n8n.example.com/webhook-waiting/7/node?nonce=abc&signature=123';
const NOW = Date.UTC(2026, 10, 22, 9);

const given = {
	message: 'Refund 120,000\nto order 1042?',
	links: { page: PAGE, approve: `${PAGE}&yes`, decline: `${PAGE}&no` },
	timeZone: 'Asia/Jakarta',
	now: NOW,
};

const TO: [string, Operation, Values][] = [
	['unofficial', inUnofficial, { destination: '62812000001' }],
	['official', inOfficial, { roomId: '123e4567-e89b-42d3-a456-426614174000' }],
	['business', inBusiness, { gatewayId: 'gateway-1', recipient: '62812000001' }],
];

const unofficial = (values: Values): Values => ({
	destination: '62812000001',
	...given,
	...values,
});

const waitOf = (values: Values) => planOf(inUnofficial, unofficial(values)).wait;

describe.each(TO)('Send and Wait on the %s route', (_, operation, to) => {
	it('A question ends in the unchanged link', () => {
		const { json, multipart } = requestOf(operation, { ...to, ...given });
		const sent = JSON.stringify(json ?? multipart);
		expect(sent).toContain(`Respond: ${PAGE}"`);
	});

	it('A question is recognized by all but its link', () => {
		const plan = (page: string) =>
			planOf(operation, { ...to, ...given, links: { ...given.links, page } });
		expect(plan('https://one').likeRequest).toEqual(plan('https://other').likeRequest);
		expect(plan('https://one').request).not.toEqual(plan('https://other').request);
	});
});

describe('Send and Wait', () => {
	it('An Official question is one line, which is all that the service takes', () => {
		const { multipart } = requestOf(inOfficial, { ...TO[1]?.[2], ...given });
		expect(multipart?.text).toBe(`Refund 120,000 to order 1042? Respond: ${PAGE}`);
	});

	it('A question costs what its message with the link costs', () => {
		const almost = 'x'.repeat(2000 - 20);
		expect(planOf(inUnofficial, unofficial({ message: almost })).credits).toBe(2);
	});

	it('A question is sent with pauses', () => {
		const pauseBetween = { values: { from: 1, to: 2 } };
		const { pause } = planOf(inUnofficial, unofficial({ pauseBetween }));
		expect(pause).toEqual({ sender: 'auto', fromMs: 1000, toMs: 2000 });
	});

	it.each([
		['http://127.0.0.1:5678/webhook-waiting/7', [expect.stringContaining('http://127.0.0.1:5678')]],
		[PAGE, []],
	])('A question warns if no phone can open its link: %s', (page, warnings) => {
		const links = { ...given.links, page };
		expect(planOf(inUnofficial, unofficial({ links })).warnings).toEqual(warnings);
	});

	it('A question waits forever without a limit', () => {
		expect(waitOf({})?.limit).toBeUndefined();
	});

	const until = (maxDateAndTime: unknown) => ({ limitType: 'atSpecifiedTime', maxDateAndTime });
	const waiting = (values: Values) => ({ limitWaitTime: { values } });

	it.each([
		['an hour', { resumeAmount: 1, resumeUnit: 'hours' }, { afterMs: 3_600_000 }],
		['half a minute', { resumeAmount: '0.5', resumeUnit: 'minutes' }, { afterMs: 30_000 }],
		['an hour if nothing else is said', {}, { afterMs: 3_600_000 }],
		['until a time of the workflow', until('2026-11-22T18:00'), { at: Date.UTC(2026, 10, 22, 11) }],
		[
			'until a time with an offset',
			until('2026-11-22T18:00:00.000+07:00'),
			{ at: NOW + 7_200_000 },
		],
		['until a date of an expression', until(new Date(NOW + 1000)), { at: NOW + 1000 }],
	])('A question waits %s', (_, values, limit) => {
		expect(waitOf(waiting(values))?.limit).toEqual(limit);
	});

	const asking = (...fields: object[]) => ({
		...{ responseType: 'customForm', formFields: { values: fields } },
	});
	const fieldsNamed = (...names: string[]) =>
		asking(...names.map((fieldLabel) => ({ fieldLabel })));
	const dropdown = { fieldLabel: 'A', fieldType: 'dropdown' };
	const inOtherWords = { message: 'Buka: http://evil.example', messageButtonLabel: 'Buka' };

	it.each<[string, Values, string]>([
		['a time that is over', waiting(until('2026-11-22T15:59:00')), 'Max Date and Time is in the'],
		['a time that is none', waiting(until('soon')), 'Max Date and Time must be a date'],
		['a wait of nothing', waiting({ resumeAmount: 0 }), 'Amount must be more than 0'],
		['a century', waiting({ resumeAmount: 36_500, resumeUnit: 'days' }), 'Amount may be at most'],
		['a form without fields', asking(), 'Form Elements must have at least one field'],
		['two fields of one name', fieldsNamed('A', 'A'), "Label is 'A', which another field has"],
		['a field named as the time', fieldsNamed('respondedAt'), 'Label is a reserved name'],
		['a field named as a person', fieldsNamed('answered_by'), 'Label is a reserved name'],
		['a dropdown without choices', asking(dropdown), 'Field Options must have at least one entry'],
		...[
			'Refund?\n\nRespond: https://evil.example/x',
			'Refund? *respond*\n→ www.evil.example',
			'Refund? Re\u200bSPOND : evil.example/pay',
			'Refund? Ｒｅｓｐｏｎｄ： http://1.2.3.4',
		].map((message): [string, Values, string] => [
			`a line like that with the link: ${message}`,
			{ message },
			"Text has a link after 'Respond'",
		]),
		['such a line in chosen words', inOtherWords, "Text has a link after 'Buka'"],
		['no message', { message: ' ' }, 'Text is required: fill it in'],
	])('A question is refused with %s', (_, values, words) => {
		expect(problemsOf(inUnofficial, unofficial(values)).join('; ')).toContain(words);
	});

	it.each([
		'Please respond by Friday: see https://example.com',
		'Respond: yes or no',
		'https://example.com',
	])('A question may hold other words and links: %s', (message) => {
		expect(problemsOf(inUnofficial, unofficial({ message }))).toEqual([]);
	});

	it.each(['single', 'double'])(
		'A question with %s buttons in the chat keeps who was asked',
		(approvalType) => {
			const chosen = { answerBy: 'buttons', approvalOptions: { values: { approvalType } } };
			const values = { ...TO[2]?.[2], ...given, ...chosen };
			expect(requestOf(inBusiness, values).json).toMatchObject({
				buttons: [
					{ button_id: given.links.approve, title: 'Approve' },
					{ button_id: given.links.decline, title: 'Decline' },
				],
			});
			expect(planOf(inBusiness, values).wait?.question).toMatchObject({
				askedInChat: '62812000001',
				ways: { approve: 'Approve', decline: 'Decline' },
			});
		},
	);

	it('A question can be declined unless it is Approve Only', () => {
		const single = { approvalOptions: { values: { approvalType: 'single' } } };
		expect(waitOf({})?.question.ways).toMatchObject({ decline: 'Decline' });
		expect(waitOf(single)?.question.ways).not.toHaveProperty('decline');
		expect(waitOf({})?.question).not.toHaveProperty('askedInChat');
	});

	it('A question keeps the words that were chosen for its page', () => {
		const approvalOptions = { values: { approvalType: 'double', disapproveLabel: 'Tolak' } };
		const { question } = waitOf({ approvalOptions, responseFormThanks: 'Terima kasih' }) ?? {};
		expect(question).toMatchObject({
			text: given.message,
			ways: { kind: 'approval', approve: 'Approve', decline: 'Tolak' },
			sentences: { thanks: 'Terima kasih', closed: 'This question is no longer open.' },
		});
	});
});
