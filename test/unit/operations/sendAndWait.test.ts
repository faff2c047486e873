import { sendAndWait as inBusiness } from '../../../nodes/MessagingService/operations/whatsappBusiness/sendAndWait';
import { sendAndWait as inOfficial } from '../../../nodes/MessagingService/operations/whatsappOfficial/sendAndWait';
import { sendAndWait as inUnofficial } from '../../../nodes/MessagingService/operations/whatsappUnofficial/sendAndWait';
import type { Operation, Plan } from '../../../nodes/MessagingService/engine/operation';
import { waitIn } from '../../../nodes/MessagingService/operations/question';
import { canDecline } from '../../../nodes/MessagingService/sendAndWait/readAnswer';
import { planOf, problemsOf, requestOf, type Values } from './support';

const PAGE = 'https://n8n.example.com/webhook-waiting/7/node?nonce=abc&signature=123';
const NOW = Date.UTC(2026, 10, 22, 9);

const given = {
	message: 'Refund 120,000\nto order 1042?',
	links: { page: PAGE, approve: `${PAGE}&yes`, decline: `${PAGE}&no` },
	timeZone: 'Asia/Jakarta',
	now: NOW,
};

const ROOM = { roomId: '123e4567-e89b-42d3-a456-426614174000' };
const GATEWAY = { gatewayId: 'gateway-1', destination: '62812000001' };
const PERSON = { destination: '62812000001', sender: '6280000000011' };
const TO: [string, Operation, Values][] = [
	['unofficial', inUnofficial, PERSON],
	['official', inOfficial, ROOM],
	['business', inBusiness, GATEWAY],
];

const unofficial = (values: Values): Values => ({
	...PERSON,
	...given,
	...values,
});
const planned = (values: Values) => planOf(inUnofficial, unofficial(values));

describe.each(TO)('Send and Wait on the %s route', (_, operation, to) => {
	it('A question begins with its words, and ends with the unchanged link', () => {
		const link = { responseType: 'freeText' };
		const { json, multipart } = requestOf(operation, { ...to, ...given, ...link });
		const sent = JSON.stringify(json ?? multipart).replaceAll('\\n', ' ');
		expect(sent).toContain('"Refund 120,000 to order 1042?');
		expect(sent).toContain(` Answer here: ${PAGE}"`);
	});

	it('A question is in the chosen language, except the words that the user changed', () => {
		// n8n gives the English words of the options that were added and not changed.
		const approvalOptions = { values: { approveLabel: 'Gas!', disapproveLabel: 'Decline' } };
		const words = { responseFormTitle: 'Retur', responseFormButtonLabel: 'Submit' };
		const answerBy = 'link';
		const asked = { ...to, ...given, ...words, approvalOptions, answerBy, pageLanguage: 'id' };
		const { json, multipart } = requestOf(operation, asked);
		expect(JSON.stringify(json ?? multipart)).toMatch(/ ?Jawab di sini:/);
		expect(waitIn(planOf(operation, asked).input)).toMatchObject({
			approvalOptions: { values: { approveLabel: 'Gas!', disapproveLabel: 'Tolak' } },
			responseFormButtonLabel: 'Kirim',
			responseFormTitle: 'Retur',
		});
	});

	it('No address in a question of an agent can be opened, except its own link', () => {
		const message = 'Refund? Respond here: https://evil.example/x';
		const asked = { ...to, ...given, ...operation.asTool, message, answerBy: 'link' };
		const { json, multipart } = requestOf(operation, asked);
		expect(JSON.stringify(json ?? multipart).match(/https?:\/\/\w+/g)).toEqual(['https://n8n']);
	});

	it.each([
		['See evil.example/approve', 'See evil. example/approve'],
		['See wa.me/62812?text=yes', 'See wa. me/62812?text=yes'],
		['See evil\u3002example', 'See evil\u3002 example'],
		['See wa\u00AD.me/62812, wa.\u00ADme/62812', 'See wa\u00AD. me/62812, wa. \u00ADme/62812'],
		['See cafe\u0301.example', 'See cafe\u0301. example'],
		['See \u2764\uFE0F.ws, \u2764.ws', 'See \u2764\uFE0F. ws, \u2764. ws'],
		['See evil.\u092D\u093E\u0930\u0924', 'See evil. \u092D\u093E\u0930\u0924'],
		['See 203.0.113.7/approve', 'See 203. 0. 113. 7/approve'],
		['See 203\u3002\u200B0.113.\uFF17:80', 'See 203\u3002 \u200B0. 113. \uFF17:80'],
		['Refund \u202E000.000.9\u202C', 'Refund 000.000.9'],
		['Refund 1.500.000 on 28.11.2026.', 'Refund 1.500.000 on 28.11.2026.'],
	])('A question of an agent shows no tricks: %j', (message, shown) => {
		const asked = { ...to, ...given, ...operation.asTool, message, answerBy: 'link' };
		const { json, multipart } = requestOf(operation, asked);
		expect(JSON.stringify(json ?? multipart)).toContain(`"${shown}`);
		const byPerson = requestOf(operation, { ...asked, isOfAgent: false });
		expect(JSON.stringify(byPerson.json ?? byPerson.multipart)).toContain(`"${message}`);
	});

	it('A question of an agent whose values cannot be read is refused with what to write', () => {
		const message = 'The agent wants to use Refund: [object Object]';
		const asked = { ...to, ...given, ...operation.asTool, message, answerBy: 'link' };
		expect(problemsOf(operation, asked)).toEqual([
			expect.stringMatching(/^Message shows .*JSON\.stringify\(\$tool\.parameters, null, 1\)/),
		]);
	});

	it('A question with another link is recognized as the same message', () => {
		const plan = (page: string) =>
			planOf(operation, { ...to, ...given, answerBy: 'link', links: { ...given.links, page } });
		expect(plan('https://one').likeRequest).toEqual(plan('https://other').likeRequest);
		expect(plan('https://one').request).not.toEqual(plan('https://other').request);
	});
});

describe('Send and Wait', () => {
	it('An Official question is one line, as the service refuses line breaks', () => {
		const { multipart } = requestOf(inOfficial, { ...ROOM, ...given });
		expect(multipart?.text).toBe(`Refund 120,000 to order 1042? Answer here: ${PAGE}`);
	});

	it('A question costs what its message with the link costs', () => {
		expect(planned({ message: 'x'.repeat(2000 - 20) }).credits).toBe(2);
	});

	it.each([
		['http://127.0.0.1:5678/webhook-waiting/7', [expect.stringContaining('http://127.0.0.1:5678')]],
		[PAGE, []],
	])('A question warns if no phone can open its link: %s', (page, warnings) => {
		expect(planned({ links: { ...given.links, page } }).warnings).toEqual(warnings);
	});

	const waitOf = (plan: Plan) => waitIn(plan.input);
	const until = (maxDateAndTime: unknown) => ({ limitType: 'atSpecifiedTime', maxDateAndTime });
	const waiting = (values: Values) => ({ limitWaitTime: { values } });
	const HOUR = { afterMs: 3_600_000 };

	it.each<[string, Values, object | undefined]>([
		['forever', {}, undefined],
		['an hour', waiting({ resumeAmount: 1, resumeUnit: 'hours' }), HOUR],
		['in the time zone', waiting(until('2026-11-22T18:00')), { at: Date.UTC(2026, 10, 22, 11) }],
		['by an offset', waiting(until('2026-11-22T18:00:00.000+07:00')), { at: NOW + 7_200_000 }],
		['until a date of an expression', waiting(until(new Date(NOW + 1000))), { at: NOW + 1000 }],
	])('A question waits %s', (_, values, limit) => {
		expect(waitOf(planned(values)).waitLimit).toEqual(limit);
	});

	const form = (...values: object[]) => ({ responseType: 'customForm', formFields: { values } });
	const fieldsNamed = (...names: string[]) => form(...names.map((fieldLabel) => ({ fieldLabel })));
	const dropdown = { fieldLabel: 'A', fieldType: 'dropdown' };

	it.each<[string, Values]>([
		['Max Date and Time is in the', waiting(until('2026-11-22T15:59:00'))],
		['Max Date and Time must be a date', waiting(until('soon'))],
		['Amount must be more than 0', waiting({ resumeAmount: 0 })],
		['Amount must be at most 5256000', waiting({ resumeAmount: 5_256_001, resumeUnit: 'days' })],
		['Form Elements must have at least one field', form()],
		['Label is “A”, which another field has', fieldsNamed('A', 'A')],
		['Label is a reserved name', fieldsNamed('respondedAt')],
		['Label is a reserved name', fieldsNamed('timed_out')],
		['Label is a reserved name', fieldsNamed('outcome')],
		['Field Options must have at least one entry', form(dropdown)],
		['Message is required: fill it in', { message: ' ' }],
	])('A question is refused: %s (%j)', (problem, values) => {
		expect(problemsOf(inUnofficial, unofficial(values)).join('; ')).toContain(problem);
	});

	it('A link in a question of a workflow stays', () => {
		const { json } = planned({ message: 'See https://example.com' }).request;
		expect(json?.message).toBe(`See https://example.com\n\nAnswer here:\n${PAGE}`);
	});

	it.each(['single', 'double'])('A %s approval has both buttons in the chat', (approvalType) => {
		const chosen = { answerBy: 'buttons', approvalOptions: { values: { approvalType } } };
		const plan = planOf(inBusiness, { ...GATEWAY, ...given, ...chosen });
		expect(plan.request.json).toMatchObject({
			buttons: [
				{ button_id: given.links.approve, title: 'Approve' },
				{ button_id: given.links.decline, title: 'Decline' },
			],
		});
		expect(canDecline(waitOf(plan))).toBe(true);
	});

	const inChat = (more: Values = {}) => ({ ...GATEWAY, ...given, answerBy: 'buttons', ...more });

	it.each<[string, Values]>([
		['Message may have at most 1024 characters with buttons', { message: 'x'.repeat(1025) }],
		[
			'Message may have at most 1024 characters with buttons and has 1025',
			{ message: `a.b${'x'.repeat(1021)}`, isOfAgent: true },
		],
		[
			'Approve Button Label may have at most 20 characters with buttons',
			{ approvalOptions: { values: { approveLabel: 'x'.repeat(21) } } },
		],
		[
			'Answer By cannot be Buttons, since the ID of this node is too long',
			{ links: { ...given.links, decline: 'x'.repeat(257) } },
		],
	])('A question with buttons in the chat is refused: %s', (problem, values) => {
		const problems = problemsOf(inBusiness, inChat(values));
		expect(problems).toEqual([expect.stringContaining(problem)]);
	});

	it('A question can be declined unless it is Approve Only', () => {
		const single = { approvalOptions: { values: { approvalType: 'single' } } };
		expect(canDecline(waitOf(planned({})))).toBe(true);
		expect(canDecline(waitOf(planned(single)))).toBe(false);
	});
});
