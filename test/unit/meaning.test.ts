import { isFailure } from '../../nodes/MessagingService/engine/outcome';
import type { GenericValue } from 'n8n-workflow';
import { z } from 'zod';

import {
	enveloped,
	expectedAnswer,
	type AnswerReader,
	type Read,
} from '../../nodes/MessagingService/engine/answer';
import {
	meaningOfAnswer,
	meaningOfBreakdown,
} from '../../nodes/MessagingService/engine/wire/exchange';
import { redactor } from '../../nodes/plain/redact';
import { atOnce } from '../support/atOnce';

const KEY = 'very-secret-key-1';

const sent = z.object({ ref_no: z.string() }).passthrough();

interface Asked {
	effect?: 'send' | 'read';
	retryAfter?: string;
	takesText?: boolean;
	data?: z.ZodType<unknown, z.ZodTypeDef, unknown>;
	reader?: AnswerReader<unknown>;
	credential?: 'messagingServiceSmsApi';
}

function outcome(status: number, text: string | undefined, asked: Asked = {}) {
	const { effect = 'send', takesText = false, data = sent, ...more } = asked;
	const { reader = enveloped(data), retryAfter, credential = 'messagingServiceApi' } = more;
	const answer = {
		...expectedAnswer(
			effect,
			(body) =>
				takesText && body.form === 'text' ? { kind: 'data', data: body.value } : reader(body),
			(given: unknown) => [{ given: given as GenericValue }],
		),
		...(effect === 'send' && { withoutContent: [{ ref_no: null }] }),
	};
	const now = Date.UTC(2026, 10, 20);
	const given = { status, text, retryAfter };
	return meaningOfAnswer(given, answer, redactor(KEY), now, credential);
}

function failure(...asked: Parameters<typeof outcome>) {
	const result = outcome(...asked);
	if (!isFailure(result)) throw new Error('it went well');
	return result;
}

const good = JSON.stringify({ error: false, message: 'ok', data: { ref_no: 'r-1', later: 'x' } });

const taken = { fate: 'accepted', output: [{ given: { ref_no: 'r-1', later: 'x' } }] };

describe('meaningOfAnswer: success', () => {
	it.each([200, 201, 202, 204])('Status %i is a success with unchanged data', (status) => {
		expect(outcome(status, good)).toEqual(taken);
	});

	it('A send that is answered with 204 and no body is accepted without a reference number', () => {
		expect(outcome(204, '')).toEqual({ fate: 'accepted', output: [{ ref_no: null }] });
		expect(failure(204, '', { effect: 'read' }).what).toContain('nothing instead of data');
		expect(failure(200, '').fate).toBe('uncertain');
	});

	it.each([203, 205, 206, 207, 226])(
		'The code %i is a failure, and may have been sent',
		(status) => {
			expect(failure(status, good)).toMatchObject({ fate: 'uncertain', status, isOfAll: false });
			expect(failure(status, good).what).toMatch(/does not document \(2\d\d\): “ok”$/);
		},
	);

	it('The output of a success has none of the secrets that the response repeats', () => {
		const output = [{ given: { ref_no: '********', later: 'x' } }];
		expect(outcome(200, good.replace('r-1', KEY))).toEqual({ fate: 'accepted', output });
	});

	it.each([
		['nothing', '', ''],
		['words', `queued for ${KEY}`, '********'],
		['data', good, { ref_no: 'r-1', later: 'x' }],
	])('A response of %s is a success where the operation takes any text', (_, text, given) => {
		expect(outcome(200, text, { takesText: true })).toEqual({
			fate: 'accepted',
			output: [{ given }],
		});
	});
});

describe('The service’s own code of an error', () => {
	it.each([
		['as a number', -2, -2],
		['as a text, without the secrets in it', `no ${KEY}`, 'no ********'],
	])('The service’s own code of an error is output %s', (_, code, shown) => {
		const refused: Read<unknown> = {
			...({ kind: 'refused', words: 'no', advice: 'Stop.', fate: 'notSent', code } as const),
		};
		expect(failure(200, '{}', { reader: () => refused }).code).toBe(shown);
	});
});

const WHITELIST =
	'Check the API key (web application: Account, User Management) and that the public address of this n8n is on the IP whitelist (Account, IP Whitelist, with Active checked).';
const ADDRESS =
	'Check the Base URL and the Path Prefix in the credential, where svc stands for the service’s own name.';
const SERVER = 'If it persists, ask the service’s support.';
const CHANGED =
	'The service may have changed. Look for a newer version of this node, or report what it answered.';
const BETWEEN =
	'Something between n8n and the service answered (a proxy or a login page), or the Base URL in the credential points at a web page.';

describe('meaningOfAnswer: failure', () => {
	const COMPARE = 'Compare the values of this item with what the service says.';
	const FIX =
		'Correct the fields that it names, then run again. If it names a file, the service must be able to download it without a login. If it names the credit, top it up.';
	const ID = `Check the ID or reference number of this item. ${ADDRESS}`;
	const UNKNOWN = 'The service responded with a code that it does not document';
	const BUSY = 'The service had an internal problem';

	it.each([
		[400, 'notSent', 'The service found the request invalid', COMPARE],
		[401, 'notSent', 'The service did not accept the API key', WHITELIST],
		[403, 'notSent', 'The service does not allow this access', WHITELIST],
		[404, 'notSent', 'The service found nothing under this address', ID],
		[405, 'notSent', 'The service does not offer this action under this address', ADDRESS],
		[422, 'notSent', 'The service refused a value', FIX],
		[402, 'uncertain', UNKNOWN, 'It usually means that there is not enough credit'],
		[409, 'uncertain', UNKNOWN, 'It usually means that the service already has this message'],
		[418, 'uncertain', UNKNOWN, 'Ask the service’s support what this code means.'],
		[500, 'uncertain', BUSY, SERVER],
	] as const)('The error of status %i says what was sent: %s', (status, sent, what, advice) => {
		const found = failure(status, '');
		expect(found).toMatchObject({ status, fate: sent, what: `${what} (${status})` });
		expect(found.advice.startsWith(advice)).toBe(true);
	});

	it.each([
		[true, [401, 402, 403, 429, 503, 302]],
		[false, [400, 404, 409, 422]],
	])('A refusal holds for every other item too (%s) at the status %j', (isOfAll, all) => {
		const found = all.map((status) => failure(status, '').isOfAll);
		expect(found).toEqual(all.map(() => isOfAll));
	});

	it.each([
		[300, 'notSent'],
		[399, 'notSent'],
		// It may point to what became of the message.
		[303, 'uncertain'],
	])('Status %i points elsewhere, and is not followed: %s', (status, left) => {
		const { what, advice, fate: whether } = failure(status, '');
		expect(what).toBe(`The service pointed to another address (${status})`);
		expect(advice).toContain('Enter the final address as Base URL');
		expect(whether).toBe(left);
	});

	it.each([
		['nothing', '', 'nothing instead of data', CHANGED],
		['broken JSON', '{"data":', 'something that is not JSON instead of data: “data :”', CHANGED],
		['broken XML', '<a><b>1</b>', 'broken XML instead of data: “1”', CHANGED],
		['a web page', '<html>Hi</html>', 'a web page instead of data: “Hi”', BETWEEN],
	])('A message may have been sent after status 200 with %s', (_, text, what, advice) => {
		const whats = { what: `The service answered with ${what}`, advice };
		expect(failure(200, text)).toEqual({ status: 200, fate: 'uncertain', ...whats });
	});

	it('A message may have been sent if the response is too long to be read', () => {
		expect(failure(201, undefined, { takesText: true })).toEqual({
			status: 201,
			fate: 'uncertain',
			what: 'The service’s answer is too long and was not read to its end',
			advice:
				'No documented answer is that long: something between n8n and the service may have answered. If it was the service, look for a newer version of this node.',
		});
	});

	it.each([401, 422, 429, 500])('Status %i says the same with an overlong response', (status) => {
		expect(failure(status, undefined)).toEqual(failure(status, ''));
	});

	it('A web page is no success even where the operation takes any text', () => {
		expect(failure(200, '<html></html>', { takesText: true }).fate).toBe('uncertain');
	});

	it.each([
		[
			'{"error":false,"data":{"ref_no":1}}',
			'unreadable',
			'data.ref_no: expected string, received number',
			'error: false; ref_no: 1',
		],
		[
			'{"data":{"ref_no":1}}',
			'uncertain',
			'data.ref_no: expected string, received number',
			'ref_no: 1',
		],
		['{"ok":1}', 'uncertain', 'data: required', 'ok: 1'],
	])('The error of status 201 says what is in the response %s', (text, left, where, values) => {
		expect(failure(201, text)).toEqual({
			status: 201,
			fate: left,
			what: `The service answered in a form that it does not document (${where}): “${values}”`,
			advice: CHANGED,
		});
	});

	it.each([
		['a refusal', '{"error":true,"message":"no credit"}', 'notSent', '“no credit”'],
		['a refusal without words', '{"error":true}', 'notSent', 'it gave no reason'],
		['a refusal next to good data', good.replace('false', 'true'), 'uncertain', '“ok”'],
	])('Status 200 with %s is an error', (_, text, left, words) => {
		expect(failure(200, text)).toEqual({
			status: 200,
			fate: left,
			what: `The service reported an error: ${words}`,
			advice:
				left === 'uncertain'
					? 'Look for it in the service’s web application.'
					: 'Correct what the service names, then run again.',
		});
	});

	it.each([
		['notSent', ['', ',"data":null', ',"data":" "', ',"data":[]', ',"data":{}']],
		['uncertain', [',"data":7', ',"data":"x"', ',"data":[1]', ',"data":{"a":1}']],
	])('A refused message was sent (%s) if the data is %j', (sent, all) => {
		for (const more of all) {
			const text = `{"error":true,"message":"no such gateway"${more}}`;
			expect({ more, ...failure(200, text, { data: z.unknown() }) }).toMatchObject({
				more,
				fate: sent,
			});
		}
	});

	it.each([
		[401, 'the user and the password', 'Check user and password, and that the public address'],
		[403, 'not allow this access', 'Check user and password, and that the public address'],
		[405, 'does not offer', 'Check the Base URL and the Path in the credential.'],
		[429, 'rate limit', 'everything that uses the same user'],
	])('Status %i of the SMS host names its credential', (status, what, advice) => {
		const told = failure(status, '', { credential: 'messagingServiceSmsApi' });
		expect(told.what).toContain(what);
		expect(told.advice).toContain(advice);
		expect(told.advice).not.toMatch(/API key|Path Prefix|svc|Requests per Second/);
	});
});

describe('The service’s own words', () => {
	it.each([
		['of its message', '{"message":"bad number"}', 'bad number'],
		['of its description', '{"message":null,"description":"no room"}', 'no room'],
		['of an object in a form of its own', '{"fault":7}', 'fault: 7'],
		['of an error in an error', '{"error":{"code":7,"message":"no"},"trace":"9f"}', 'no'],
		['of a list in XML', '<e><detail><item><msg>no</msg></item></detail></e>', 'no'],
		['of an envelope with data', '{"error":true,"data":"no"}', 'data: no'],
		['of fields', '{"message":"Invalid.","errors":{"phone":["no"]}}', 'Invalid.; phone: no'],
		[
			'of details in an error',
			'{"error":{"message":"(#1) no","error_data":{"details":"too long"}}}',
			'(#1) no; too long',
		],
		['that are no JSON', ' Oops\n! ', 'Oops !'],
		['with the secret taken out', `{"message":"key ${KEY}"}`, 'key ********'],
		['with the secret taken out of data', `{"a":"${KEY}"}`, 'a: ********'],
		['of which there are none', '', ''],
		['of a web page, which is nobody’s', '<html><body>nothing</body></html>', ''],
		['of an empty envelope', '{"error":true,"message":"","data":{}}', ''],
	])('The service’s words are shown in the error: those %s', (_, text, words) => {
		for (const status of [400, 422, 500]) {
			expect(failure(status, text).what.split(`(${status})`)[1]).toBe(words && `: “${words}”`);
		}
	});

	it.each([
		[
			'JSON',
			'{"detail":[{"loc":["body","parameters","body",0,"key"],"msg":"field required","type":"x"},{"loc":["body"],"msg":"bad body","type":"x"}]}',
			'parameters.body.0.key: field required; request: bad body',
		],
		[
			'JSON without the whole where a field is named',
			'{"detail":[{"loc":["body","__root__"],"msg":"bad","type":"x"},{"loc":["body","text"],"msg":"required","type":"x"}]}',
			'text: required',
		],
		[
			'XML',
			'<error><detail><item><loc><item>body</item><item>recipient</item></loc><msg>field required</msg><type>missing</type></item></detail></error>',
			'recipient: field required',
		],
	])('A validation error in %s names each field and what is wrong', (_, text, faults) => {
		expect(failure(422, text).what).toBe(`The service refused a value (422): “${faults}”`);
	});
});

describe('Length of an error', () => {
	it.each([
		[1, 3_000, /^The service refused a value \(422\): “place 0: required; place 1: required/],
		[2_000, 20, /place 0\.place 1\.place 2/],
		// With too many values in all, none is named.
		[40, 4_000, /^(?!.*place 0\.)/],
	])('A validation error with %i steps to %i values is short and read quickly', (...given) => {
		const [steps, values, words] = given;
		const detail = Array.from({ length: values }, (_, value) => {
			const loc = Array.from({ length: steps }, (_step, at) => `place ${value + at}`);
			return { loc, msg: 'required', type: 'x' };
		});
		const { what } = atOnce(() => failure(422, JSON.stringify({ detail })));
		expect(what).toMatch(words);
		expect(what.length).toBeLessThan(400);
	});

	it('A shortened error shows no part of a secret', () => {
		const detail = [{ loc: ['x'.repeat(284)], msg: `no ${KEY}`, type: 'x' }];
		expect(failure(422, JSON.stringify({ detail })).what).not.toContain(KEY.slice(0, 4));
	});
});

const AFTER_READ = {
	schedule: { repeats: 2, firstWaitMs: 500, longestWaitMs: 4000 },
	rateLimit: false,
};

describe('Repeats after a response', () => {
	it.each([
		[true, [408, 303, 500, 502, 599]],
		[false, [301, 400, 401, 404, 422]],
	])('No send is repeated after a refusal, and a read (%j) after %j', (isRepeated, statuses) => {
		for (const status of statuses) {
			const { again } = failure(status, '', { effect: 'read' });
			expect({ status, again }).toEqual({ status, again: isRepeated ? AFTER_READ : undefined });
			expect(failure(status, '').again).toBeUndefined();
		}
	});

	it.each(['send', 'read'] as const)('A %s is repeated after a 429', (effect) => {
		expect(failure(429, '', { effect })).toEqual({
			status: 429,
			fate: 'notSent',
			what: 'The service’s rate limit was reached, even after retries (429)',
			advice: expect.stringContaining('Lower Requests per Second in the credential') as string,
			isOfAll: true,
			again: {
				schedule: { repeats: 12, firstWaitMs: 60, longestWaitMs: 20_000 },
				rateLimit: true,
			},
		});
	});

	it.each([
		['2', 2000],
		['Fri, 20 Nov 2026 00:00:30 GMT', 30_000],
		['soon', undefined],
	])('A repeat waits as Retry-After says, unless it is unreadable: %s', (retryAfter, afterMs) => {
		expect(failure(429, '', { retryAfter }).again?.afterMs).toBe(afterMs);
	});
});

describe('meaningOfBreakdown', () => {
	const told = { what: 'It broke', advice: 'Look at it.' };

	it.each([
		['did not arrive', { reached: 'no', passing: true }, 'notSent', [true, true]],
		['can never arrive', { reached: 'no', passing: false }, 'notSent', [false, false]],
		['may have arrived', { reached: 'maybe', passing: true }, 'uncertain', [false, true]],
		['may have got there', { reached: 'maybe', passing: false }, 'uncertain', [false, true]],
	] as const)('A request that %s is repeated only if safe', (_, how, left, again) => {
		for (const [at, effect] of (['send', 'read'] as const).entries()) {
			const result = meaningOfBreakdown({ ...told, ...how }, effect);
			expect(result).toMatchObject({ ...told, fate: left });
			expect(isFailure(result) && result.again !== undefined).toBe(again[at]);
		}
	});

	it('A host that cannot be reached is tried for longer than a read that failed', () => {
		const plan = (reached: 'no' | 'maybe') => {
			const result = meaningOfBreakdown({ ...told, reached, passing: true }, 'read');
			return isFailure(result) ? result.again : undefined;
		};
		expect(plan('no')).toEqual({
			schedule: { repeats: 4, firstWaitMs: 500, longestWaitMs: 8000 },
			rateLimit: false,
		});
		expect(plan('maybe')).toEqual(AFTER_READ);
	});
});
