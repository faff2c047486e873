import { breakdownOf } from '../../nodes/service/breakdown';
import { listed } from '../support/listed';

const ADDRESS = 'Check the Base URL in the credential, and that this machine may reach it.';
const KEY_AGAIN =
	'Enter the key again: copy it from the service’s web application (Account, User Management).';
const BAD_KEY = 'The API key in the credential contains a character that cannot be sent';
const CERTIFICATE =
	'Check the Base URL in the credential. If it is right, check the service’s certificate and any proxy in between.';

const secure = (code: string) => `No secure connection to the service could be made (${code})`;
const notMade = (code: string) => `The request could not be made (${code})`;

const notReached = (what: string, advice = ADDRESS, passing = true) =>
	({ what, advice, reached: 'no', passing }) as const;

describe('breakdownOf a request that cannot have reached the service', () => {
	it.each([
		['ECONNREFUSED', 'connect', 'The service refused the connection'],
		['ENOTFOUND', 'getaddrinfo', 'The name of the service’s host was not found'],
		['EAI_AGAIN', 'getaddrinfo', 'The name of the service’s host was not found'],
		['ETIMEDOUT', 'connect', 'The service could not be reached in time'],
		['ECONNABORTED', 'connect', 'The service could not be reached in time'],
		...['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL'].flatMap((code) =>
			['connect', ''].map((syscall) => [code, syscall, 'The service’s host cannot be reached']),
		),
		...['ECONNRESET', 'EACCES', 'EMFILE', 'SOMETHING_NEW'].map((code) => [
			code,
			'connect',
			`No connection to the service could be made (${code})`,
		]),
		...['EAI_FAIL', 'EAI_NODATA', 'ENOMEM', 'SOMETHING_NEW'].map((code) => [
			code,
			'getaddrinfo',
			`The name of the service’s host could not be looked up (${code})`,
		]),
	])(
		'%s (%s) means that nothing was sent and that a later try may succeed',
		(code = '', syscall = '', what = '') => {
			expect(breakdownOf({ code, syscall }, 1000)).toEqual(notReached(what));
		},
	);

	/** As n8n 2.41 throws it: the code is repeated around the system's error, the call is not. */
	const thrownByN8n = (error: object, request?: object) => {
		const code = 'code' in error ? error.code : undefined;
		return { message: '', cause: { code, cause: error, request } };
	};

	const UNREACHED = ['ETIMEDOUT', 'ENETUNREACH'].map((code) => ({ code, syscall: 'connect' }));
	const NO_ADDRESS = Object.assign(new AggregateError(UNREACHED), { code: 'ETIMEDOUT' });
	const NOT_SECURE_YET = { socket: { secureConnecting: true } };
	const message = 'Client network socket disconnected before secure TLS connection was established';
	const NOT_IN_TIME = 'The service could not be reached in time';

	it.each<[string, object, string, string, boolean]>([
		[
			'the innermost error is a time-out',
			thrownByN8n({ ...UNREACHED[0] }),
			NOT_IN_TIME,
			ADDRESS,
			true,
		],
		['no address of the host is reached', thrownByN8n(NO_ADDRESS), NOT_IN_TIME, ADDRESS, true],
		[
			'the connection ended before it was secure',
			thrownByN8n({ code: 'ECONNRESET', message }),
			...([secure('ECONNRESET'), CERTIFICATE, true] as const),
		],
		[
			'the connection was reset before it was secure',
			thrownByN8n({ code: 'ECONNRESET', syscall: 'read' }, NOT_SECURE_YET),
			...([secure('ECONNRESET'), CERTIFICATE, true] as const),
		],
		[
			'the host answered without TLS',
			thrownByN8n({ code: 'EPROTO', syscall: 'write' }, NOT_SECURE_YET),
			...([secure('EPROTO'), CERTIFICATE, false] as const),
		],
		[
			'its time was up before the connection was secure',
			thrownByN8n({ code: 'ECONNABORTED' }, NOT_SECURE_YET),
			...([NOT_IN_TIME, ADDRESS, false] as const),
		],
	])('Nothing was sent if %s', (_, thrown, what, advice, passing) => {
		expect(breakdownOf(thrown, 60_000)).toEqual(notReached(what, advice, passing));
	});

	it.each([
		['ERR_INVALID_CHAR', BAD_KEY, KEY_AGAIN],
		...listed(`
			CERT_HAS_EXPIRED | ERR_TLS_CERT_ALTNAME_INVALID | DEPTH_ZERO_SELF_SIGNED_CERT
			SELF_SIGNED_CERT_IN_CHAIN | UNABLE_TO_VERIFY_LEAF_SIGNATURE
			UNABLE_TO_GET_ISSUER_CERT_LOCALLY | HOSTNAME_MISMATCH
		`).map((code) => [code, secure(code), CERTIFICATE]),
		...listed(`
			ERR_INVALID_URL | ERR_UNESCAPED_CHARACTERS | ERR_INVALID_PROTOCOL | ERR_BAD_OPTION_VALUE
			SSRF_BLOCKED_IP
		`).map((code) => [code, notMade(code), ADDRESS]),
	])(
		'%s means that nothing was sent and that a later try fails too',
		(code = '', what = '', advice = '') => {
			expect(breakdownOf({ code }, 1000)).toEqual(notReached(what, advice, false));
		},
	);
});

describe('breakdownOf a request that may have reached the service', () => {
	it.each([
		['ECONNABORTED', ''],
		['ERR_CANCELED', ''],
		['ETIMEDOUT', 'read'],
	])('%s (%s) when the time is up leaves open whether the request arrived', (code, syscall) => {
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
		['EPROTO', 'write'],
		// The way may have gone while the request was under way.
		['EHOSTUNREACH', 'read'],
		['ENETDOWN', 'write'],
		['ERR_SSL_WRONG_VERSION_NUMBER', ''],
		['NOT_A_CERT_HAS_EXPIRED', ''],
		['NOT_ERR_INVALID_URL', ''],
		['SOMETHING_NEW', ''],
	])('%s (%s) leaves open whether the request arrived', (code, syscall) => {
		expect(breakdownOf({ code, syscall }, 1000)).toEqual({
			what: `The connection to the service broke (${code})`,
			advice: 'Check the network between n8n and the service.',
			reached: 'maybe',
			passing: true,
		});
	});

	const SECURE = { secureConnecting: false };
	const REFUSED = { code: 'ECONNREFUSED', syscall: 'connect' };
	const CUT = { code: 'EPIPE', syscall: 'write' };
	const around = (code: string, inner: string, syscall = '') => ({
		...{ code, cause: { code: inner, syscall } },
	});
	const RESET = { ...around('ECONNRESET', 'ECONNRESET', 'read'), request: { socket: SECURE } };

	it.each<[string, object]>([
		['a reset of a secure connection', RESET],
		['one of several errors after connecting', { code: 'ECONNRESET', errors: [REFUSED, CUT] }],
		['a refusal around a reset', around('ECONNREFUSED', 'ECONNRESET', 'write')],
		['an unknown name around a broken pipe', around('ENOTFOUND', 'EPIPE', 'write')],
		['a wrong certificate around an end of ours', around('CERT_HAS_EXPIRED', 'ERR_CANCELED')],
		['a reset around a refusal', around('ECONNRESET', 'ECONNREFUSED')],
		['a reset around a failed connection', around('ECONNRESET', 'ECONNREFUSED', 'connect')],
	])('Whether the request arrived is left open by %s', (_, thrown) => {
		expect(breakdownOf(thrown, 1000).reached).toBe('maybe');
	});

	it.each([undefined, null, 'ECONNREFUSED', {}, { code: '' }, { code: 7 }])(
		'The unknown error %p leaves open whether the request arrived',
		(thrown) => {
			expect(breakdownOf(thrown, 1000)).toMatchObject({
				what: 'The connection to the service broke',
				reached: 'maybe',
			});
		},
	);
});

describe('breakdownOf an error that n8n has wrapped', () => {
	const refused = { code: 'ECONNREFUSED', syscall: 'connect' };
	const wrapped = (levels: number): unknown =>
		levels === 0 ? refused : { cause: wrapped(levels - 1) };

	it.each([
		['at the top', refused],
		['in its cause', { cause: refused }],
		['in what n8n calls the error’s response', { errorResponse: refused }],
		['below an empty code', { code: '', cause: refused }],
		['below a code that is no text', { code: 500, cause: refused }],
		['below an empty cause', { cause: null, errorResponse: refused }],
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

	it('A system call that is no text is ignored', () => {
		expect(breakdownOf({ code: 'EHOSTUNREACH', syscall: 7 }, 1000).reached).toBe('no');
	});
});
