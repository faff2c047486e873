import { NodeOperationError, type INode } from 'n8n-workflow';

import { breakdownOf } from '../../nodes/service/breakdown';
import { listed } from '../support/listed';

const NODE: INode = {
	id: 'n',
	name: 'Send',
	type: 'probe',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const ADDRESS = 'Check the Base URL in the credential, and that this machine may reach it.';
const KEY_AGAIN =
	'Enter the key again: copy it from the service’s web application (Account, User Management).';
const BAD_KEY = 'The API key in the credential contains a character that cannot be sent';
const CERTIFICATE =
	'Check the Base URL in the credential. If it is right, check the service’s certificate and any proxy in between.';

const NOT_IN_TIME = 'The service could not be reached in time';
const LOOKUP = 'EAI_FAIL | ENOMEM | NEW';
const UNREACHABLE = 'EHOSTUNREACH | ENETUNREACH | EHOSTDOWN | ENETDOWN | EADDRNOTAVAIL';

const secure = (code: string) => `No secure connection to the service could be made (${code})`;
const notReached = (what: string, advice = ADDRESS, passing = true) =>
	({ what, advice, reached: 'no', passing }) as const;

describe('breakdownOf a request that cannot have reached the service', () => {
	it.each([
		['The service refused the connection', 'ECONNREFUSED', 'connect'],
		['The name of the service’s host was not found', 'ENOTFOUND | EAI_AGAIN', 'getaddrinfo'],
		['The name of the service’s host could not be looked up (*)', LOOKUP, 'getaddrinfo'],
		['The name of the service’s host was not found', 'ENOTFOUND | EAI_AGAIN', ''],
		[NOT_IN_TIME, 'ETIMEDOUT | ECONNABORTED', 'connect'],
		['No connection to the service could be made (*)', UNREACHABLE, ''],
		['No connection to the service could be made (*)', 'ENETDOWN | EACCES | NEW', 'connect'],
	])('%s, and a later try may succeed: %s (%s)', (what = '', codes = '', syscall = '') => {
		for (const code of listed(codes)) {
			const error = { code, syscall };
			expect(breakdownOf(error, 1000)).toEqual(notReached(what.replace('*', code)));
			expect(breakdownOf({ code, errors: [error] }, 1000).what).toBe(what.replace('*', code));
		}
	});

	/** As n8n 2.41 throws it: the code is repeated around the system's error, the call is not. */
	const thrownByN8n = (error: object, request?: object) => {
		const code = 'code' in error ? error.code : undefined;
		return { message: '', cause: { code, cause: error, request } };
	};

	const UNREACHED = ['ETIMEDOUT', 'ENETUNREACH'].map((code) => ({ code, syscall: 'connect' }));
	const NO_ADDRESS = Object.assign(new AggregateError(UNREACHED), { code: 'ETIMEDOUT' });
	const message = 'Client network socket disconnected before secure TLS connection was established';

	it.each<[string, object, string, string, boolean]>([
		['no address of the host is reached', NO_ADDRESS, NOT_IN_TIME, ADDRESS, true],
		[
			'the connection ended before it was secure',
			...([{ code: 'ECONNRESET', message }, secure('ECONNRESET'), CERTIFICATE, true] as const),
		],
	])('Nothing was sent if %s', (_, error, what, advice, passing) => {
		expect(breakdownOf(thrownByN8n(error), 60_000)).toEqual(notReached(what, advice, passing));
	});

	it.each([
		['the host answered without TLS', 'EPROTO', secure('EPROTO'), CERTIFICATE, false],
		['its time was up', 'ECONNABORTED', NOT_IN_TIME, ADDRESS, false],
	])('Nothing was sent if %s before TLS was set up', (_, code, what, advice, passing) => {
		const thrown = thrownByN8n({ code }, { socket: { secureConnecting: true } });
		expect(breakdownOf(thrown, 60_000)).toEqual(notReached(what, advice, passing));
	});

	it.each([
		[BAD_KEY, KEY_AGAIN, 'ERR_INVALID_CHAR'],
		[
			'No secure connection to the service could be made (*)',
			CERTIFICATE,
			`CERT_HAS_EXPIRED | ERR_TLS_CERT_ALTNAME_INVALID | DEPTH_ZERO_SELF_SIGNED_CERT
			SELF_SIGNED_CERT_IN_CHAIN | UNABLE_TO_VERIFY_LEAF_SIGNATURE
			UNABLE_TO_GET_ISSUER_CERT_LOCALLY | HOSTNAME_MISMATCH`,
		],
		[
			'The request could not be made (*)',
			ADDRESS,
			`ERR_INVALID_URL | ERR_UNESCAPED_CHARACTERS | ERR_INVALID_PROTOCOL | ERR_BAD_OPTION_VALUE
			SSRF_BLOCKED_IP`,
		],
	])('%s, so nothing was sent and a later try fails too', (what, advice, codes) => {
		for (const code of listed(codes)) {
			const expected = notReached(what.replace('*', code), advice, false);
			expect(breakdownOf({ code }, 1000)).toEqual(expected);
		}
	});
});

describe('breakdownOf a request that may have reached the service', () => {
	it.each([
		['ECONNABORTED', ''],
		['ERR_CANCELED', ''],
		['ETIMEDOUT', 'read'],
	])('The request may have arrived after %s (%s) when its time was up', (code, syscall) => {
		expect(breakdownOf({ code, syscall }, 59_600)).toEqual({
			what: 'The service did not respond within 60 seconds',
			advice: 'If it is slow, raise Request Timeout under Options.',
			reached: 'maybe',
			passing: true,
		});
	});

	it.each([
		['ECONNRESET', 'read'],
		['EPIPE', 'write'],
		// The way may have gone while the request was under way.
		['EHOSTUNREACH', 'read'],
		...listed(`
			ERR_SSL_WRONG_VERSION_NUMBER | NOT_A_CERT_HAS_EXPIRED | NOT_ERR_INVALID_URL | SOMETHING_NEW
			NOT_EHOSTUNREACH | EHOSTUNREACH_NOT
		`).map((code) => [code, '']),
	])('The request may have arrived after %s (%s)', (code, syscall) => {
		expect(breakdownOf({ code, syscall }, 1000)).toEqual({
			what: `The connection to the service broke (${code.replace(/^E(?!RR_)/, '')})`,
			advice: 'Check the network between n8n and the service.',
			reached: 'maybe',
			passing: true,
		});
	});

	it.each(['ECONNRESET', 'EHOSTUNREACH', 'EADDRNOTAVAIL', 'EACCES', 'EPERM'])(
		'n8n, which replaces %s by its own words, leaves ours',
		(code) => {
			const { what } = breakdownOf({ code, syscall: 'write' }, 1000);
			expect(new NodeOperationError(NODE, what).message).toBe(what);
		},
	);

	const SECURE = { secureConnecting: false };
	const REFUSED = { code: 'ECONNREFUSED', syscall: 'connect' };
	const CUT = { code: 'EPIPE', syscall: 'write' };
	const around = (code: string, inner: string, syscall = '') => ({
		code,
		cause: { code: inner, syscall },
	});
	const RESET = {
		...around('ECONNRESET', 'ECONNRESET', 'read'),
		message: '',
		request: { socket: SECURE },
	};

	it.each<[string, object]>([
		['a reset of a secure connection', RESET],
		['one of several errors after connecting', { code: 'ECONNRESET', errors: [REFUSED, CUT] }],
		['an unknown name around a broken pipe', around('ENOTFOUND', 'EPIPE', 'write')],
		['a reset around a failed connection', around('ECONNRESET', 'ECONNREFUSED', 'connect')],
	])('The request may have arrived after %s', (_, thrown) => {
		expect(breakdownOf(thrown, 1000).reached).toBe('maybe');
	});

	const UNKNOWN = [undefined, null, 'ECONNREFUSED', {}, { code: '' }, { code: 7 }];

	it.each(UNKNOWN)('The request may have arrived after the unknown error %p', (thrown) => {
		expect(breakdownOf(thrown, 1000)).toMatchObject({
			what: 'The connection to the service broke',
			reached: 'maybe',
		});
	});
});

describe('breakdownOf an error that n8n has wrapped', () => {
	const refused = { code: 'ECONNREFUSED', syscall: 'connect' };
	const wrapped = (levels: number): unknown =>
		levels === 0 ? refused : { cause: wrapped(levels - 1) };

	it.each([
		['in what n8n calls the error’s response', { errorResponse: refused }],
		['five levels below', wrapped(5)],
	])('A refused connection is found %s', (_, thrown) => {
		expect(breakdownOf(thrown, 1000).what).toBe('The service refused the connection');
	});

	it('The search for a cause ends after six levels', () => {
		expect(breakdownOf(wrapped(6), 1000).what).toBe('The connection to the service broke');
		const endless: { cause?: unknown } = {};
		endless.cause = endless;
		expect(breakdownOf(endless, 1000).reached).toBe('maybe');
	});
});
