import { isPlainRecord } from '../plain';

export interface Breakdown {
	what: string;
	advice: string;
	/** With `no`, the engine may send the message again, so it must be certain that nothing left. */
	reached: 'no' | 'maybe';
	/** True if the same request may work a moment later. */
	passing: boolean;
	/** True if the cause is this item, and the others are not affected. */
	ofItem?: true;
}

type Level = Readonly<Record<string, unknown>>;

const LEVELS = 6;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** n8n and axios wrap the system's error, each version at another depth. */
function levelsOf(thrown: unknown): Level[] {
	const levels: Level[] = [];
	for (let level = thrown; levels.length < LEVELS && isPlainRecord(level);) {
		levels.push(level);
		level = level.cause ?? level.errorResponse;
	}
	return levels;
}

/** While one of these calls runs, nothing has been sent yet. */
const BEFORE_SENDING = new Set(['getaddrinfo', 'connect']);

function errorOf(level: unknown) {
	const { code, syscall } = isPlainRecord(level) ? level : {};
	return { code: text(code), syscall: text(syscall) };
}

/** If a host has several addresses, `errors` has one failure for each. */
function failureOfAll(errors: unknown) {
	const all = Array.isArray(errors) ? errors.map(errorOf) : [];
	return all.every(({ syscall }) => BEFORE_SENDING.has(syscall)) ? all[0] : undefined;
}

/** Outer errors repeat the code of the system's error, but not its call. */
const systemError = (levels: readonly Level[], given: string) =>
	levels
		.filter(({ code }) => code === given)
		.map((level) => (level.syscall ? errorOf(level) : failureOfAll(level.errors)))
		.find((error) => error !== undefined) ?? { code: given, syscall: '' };

const CUT_BEFORE_SECURE =
	'Client network socket disconnected before secure TLS connection was established';

/** Node.js sends nothing before the TLS handshake is done. */
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

/** Nothing was sent if the certificate is not trusted. Other TLS errors may come after the request was sent. */
const UNTRUSTED =
	/^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|HOSTNAME_MISMATCH)/;

/** Node.js, n8n or n8n's guard of private networks refuses such a request before it is sent. */
const NOT_STARTED =
	/^(ERR_INVALID_URL|ERR_UNESCAPED_CHARACTERS|ERR_INVALID_PROTOCOL|ERR_BAD_OPTION|SSRF)/;

const TIME_IS_UP = new Set(['ECONNABORTED', 'ERR_CANCELED', 'ETIMEDOUT']);

const notSecure = (code: string, passing: boolean): Breakdown =>
	notReached(
		`No secure connection to the service could be made (${code})`,
		'Check the Base URL in the credential. If it is right, check the service’s certificate and any proxy in between.',
		passing,
	);

/** An error may have several codes. If the request may have arrived after one of them, that code decides. */
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
		// The API key is the only header that a user types.
		return notReached(
			'The API key in the credential contains a character that cannot be sent',
			'Enter the key again: copy it from the service’s web application (Account, User Management).',
			false,
		);
	}
	const { code, syscall } = systemError(levels, given);
	const isTooLate = TIME_IS_UP.has(code);
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		return notReached('The name of the service’s host was not found');
	}
	if (syscall === 'getaddrinfo') {
		return notReached(`The name of the service’s host could not be looked up (${code})`);
	}
	if (code === 'ECONNREFUSED') return notReached('The service refused the connection');
	if (syscall === 'connect' || (syscall === '' && UNREACHABLE.test(code))) {
		const what = `No connection to the service could be made (${code})`;
		return notReached(isTooLate ? NOT_IN_TIME : what);
	}
	if (UNTRUSTED.test(code)) return notSecure(code, false);
	if (NOT_STARTED.test(code)) {
		return notReached(`The request could not be made (${code})`, ADDRESS, false);
	}
	if (isBeforeSecure(levels)) {
		// The whole timeout was used up, so another try would take as long.
		return isTooLate
			? notReached(NOT_IN_TIME, ADDRESS, false)
			: notSecure(code, code === 'ECONNRESET');
	}
	if (isTooLate) {
		const what = `The service did not respond within ${Math.round(timeoutMs / 1000)} seconds`;
		return uncertain(what, 'If it is slow, raise Request Timeout under Options.');
	}
	// n8n replaces a text with a name such as ECONNRESET by its own words, which ask to send again.
	const named = code.replace(/^E(?!RR_)/, '');
	const what = `The connection to the service broke${named === '' ? '' : ` (${named})`}`;
	return uncertain(what, 'Check the network between n8n and the service.');
}
