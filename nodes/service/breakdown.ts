import { isPlainRecord } from '../plain';

/** Why a request got no response. */
export interface Breakdown {
	what: string;
	advice: string;
	/** Whether the request can have reached the service. */
	reached: 'no' | 'maybe';
	/** Whether the same request may work a moment later. */
	passing: boolean;
	/** Set if another item may fare better. */
	ofItem?: true;
}

interface SystemError {
	code: string;
	syscall: string;
}

type Level = Readonly<Record<string, unknown>>;

const LEVELS = 6;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** n8n and axios wrap the system's error, at depths that differ between n8n's versions. */
function levelsOf(thrown: unknown): Level[] {
	const levels: Level[] = [];
	for (let level = thrown; levels.length < LEVELS && isPlainRecord(level);) {
		levels.push(level);
		level = level.cause ?? level.errorResponse;
	}
	return levels;
}

/** While the host is looked up or connected to, no part of a request has left. */
const BEFORE_SENDING = new Set(['getaddrinfo', 'connect']);

function errorOf(level: unknown): SystemError {
	const { code, syscall } = isPlainRecord(level) ? level : {};
	return { code: text(code), syscall: text(syscall) };
}

/** If a host has several addresses, each is tried, and each failure is one of the `errors`. */
function failureOfAll(errors: unknown): SystemError | undefined {
	const all = Array.isArray(errors) ? errors.map(errorOf) : [];
	return all.every(({ syscall }) => BEFORE_SENDING.has(syscall)) ? all[0] : undefined;
}

/** The levels around the system's error repeat its code, but not its call. */
const systemError = (levels: readonly Level[], given: string): SystemError =>
	levels
		.filter(({ code }) => code === given)
		.map((level) => (level.syscall ? errorOf(level) : failureOfAll(level.errors)))
		.find((error) => error !== undefined) ?? { code: given, syscall: '' };

const CUT_BEFORE_SECURE =
	'Client network socket disconnected before secure TLS connection was established';

/** Node sends no part of a request before the handshake is done. */
const isBeforeSecure = (levels: readonly Level[]): boolean =>
	levels.some(({ message, request }) => {
		if (message === CUT_BEFORE_SECURE) return true;
		const socket = isPlainRecord(request) ? request.socket : undefined;
		return isPlainRecord(socket) && socket.secureConnecting === true;
	});

const ADDRESS = 'Check the Base URL in the credential, and that this machine may reach it.';

const notReached = (what: string, advice = ADDRESS, passing = true): Breakdown => ({
	what,
	advice,
	reached: 'no',
	passing,
});

const uncertain = (what: string, advice: string): Breakdown => ({
	what,
	advice,
	reached: 'maybe',
	passing: true,
});

const NOT_IN_TIME = 'The service could not be reached in time';

const UNREACHABLE = /^(?:EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/;

function withoutConnection({ code, syscall }: SystemError): Breakdown | undefined {
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		return notReached('The name of the service’s host was not found');
	}
	if (syscall === 'getaddrinfo') {
		return notReached(`The name of the service’s host could not be looked up (${code})`);
	}
	if (code === 'ECONNREFUSED') return notReached('The service refused the connection');
	if (UNREACHABLE.test(code) && (syscall === 'connect' || syscall === '')) {
		return notReached('The service’s host cannot be reached');
	}
	if (syscall !== 'connect') return undefined;
	if (code === 'ETIMEDOUT' || code === 'ECONNABORTED') return notReached(NOT_IN_TIME);
	return notReached(`No connection to the service could be made (${code})`);
}

/** Nothing was sent if the certificate is not trusted. Other TLS errors may happen after the request left. */
const UNTRUSTED =
	/^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|HOSTNAME_MISMATCH)/;

/** Node, n8n, or n8n's guard of private networks refuses such a request before anything is sent. */
const NOT_STARTED =
	/^(ERR_INVALID_URL|ERR_UNESCAPED_CHARACTERS|ERR_INVALID_PROTOCOL|ERR_BAD_OPTION|SSRF)/;

const TIME_IS_UP = new Set(['ECONNABORTED', 'ERR_CANCELED', 'ETIMEDOUT']);

const notSecure = (code: string, passing: boolean): Breakdown =>
	notReached(
		`No secure connection to the service could be made (${code})`,
		'Check the Base URL in the credential; if it is right, the service’s certificate or a proxy on the way needs attention.',
		passing,
	);

/** An error may hold several codes. One that leaves open whether the request arrived outweighs all others. */
export function breakdownOf(thrown: unknown, timeoutMs: number): Breakdown {
	const levels = levelsOf(thrown);
	const given = levels.map((level) => text(level.code)).filter((code) => code !== '');
	const [first = '', ...others] = new Set(given);
	const outer = breakdownOfCode(levels, first, timeoutMs);
	const all = [outer, ...others.map((code) => breakdownOfCode(levels, code, timeoutMs))];
	return all.find(({ reached }) => reached === 'maybe') ?? outer;
}

function breakdownOfCode(levels: readonly Level[], given: string, timeoutMs: number): Breakdown {
	if (given === 'ERR_INVALID_CHAR') {
		// The key is the only header that a person typed.
		return notReached(
			'The API key in the credential holds a character that cannot be sent',
			'Enter the key again: copy it from the service’s web application (Account, User Management).',
			false,
		);
	}
	const failure = systemError(levels, given);
	const unconnected = withoutConnection(failure);
	if (unconnected) return unconnected;
	const { code } = failure;
	if (UNTRUSTED.test(code)) return notSecure(code, false);
	if (NOT_STARTED.test(code)) {
		return notReached(`The request could not be made (${code})`, ADDRESS, false);
	}
	const isTooLate = TIME_IS_UP.has(code);
	if (isBeforeSecure(levels)) {
		// All the time that a request may take was not enough: another try would take as long.
		return isTooLate
			? notReached(NOT_IN_TIME, ADDRESS, false)
			: notSecure(code, code === 'ECONNRESET');
	}
	if (isTooLate) {
		const what = `The service did not answer within ${Math.round(timeoutMs / 1000)} seconds`;
		return uncertain(what, 'If it is slow, raise Request Timeout under Options.');
	}
	const what = `The connection to the service broke${code === '' ? '' : ` (${code})`}`;
	return uncertain(what, 'Check the network between n8n and the service.');
}
