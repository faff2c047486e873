/** Why a request got no answer, from the error that the HTTP layer threw. Pure. */

export interface Breakdown {
	what: string;
	advice: string;
	/** Whether the request can have reached the service. */
	reached: 'no' | 'maybe';
	/** Whether the same request may work a moment later. */
	passing: boolean;
}

interface SystemError {
	code: string;
	syscall: string;
}

const LEVELS = 6;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** n8n wraps the system's error, at depths that differ between its versions. */
function systemError(thrown: unknown): SystemError {
	let level = thrown;
	for (let depth = 0; depth < LEVELS && typeof level === 'object' && level !== null; depth++) {
		const { code, syscall, cause, errorResponse } = level as Record<
			'code' | 'syscall' | 'cause' | 'errorResponse',
			unknown
		>;
		if (typeof code === 'string' && code !== '') return { code, syscall: text(syscall) };
		level = cause ?? errorResponse;
	}
	return { code: '', syscall: '' };
}

const ADDRESS = 'Check the Base URL in the credential, and that this machine may reach it.';

const notReached = (what: string, advice: string, passing: boolean): Breakdown => ({
	what,
	advice,
	reached: 'no',
	passing,
});

const UNREACHABLE = new Set([
	'EHOSTUNREACH',
	'ENETUNREACH',
	'EHOSTDOWN',
	'ENETDOWN',
	'EADDRNOTAVAIL',
]);

/** The certificate was not trusted, so nothing was sent. Other TLS errors may happen after the request left. */
const UNTRUSTED =
	/^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|HOSTNAME_MISMATCH)/;

/** Node, n8n, or n8n's guard against requests into private networks refused it before anything was sent. */
const NOT_STARTED =
	/^(ERR_INVALID_URL|ERR_UNESCAPED_CHARACTERS|ERR_INVALID_PROTOCOL|ERR_BAD_OPTION|SSRF)/;

export function breakdownOf(thrown: unknown, timeoutMs: number): Breakdown {
	const { code, syscall } = systemError(thrown);
	switch (code) {
		case 'ECONNREFUSED':
			return notReached('The service refused the connection', ADDRESS, true);
		case 'ENOTFOUND':
		case 'EAI_AGAIN':
			return notReached('The name of the service’s host was not found', ADDRESS, true);
		case 'ERR_INVALID_CHAR':
			// The key is the only header that a person typed.
			return notReached(
				'The API key in the credential holds a character that cannot be sent',
				'Enter the key again: copy it from the service’s web application (Account, User Management).',
				false,
			);
		case 'ECONNABORTED':
		case 'ERR_CANCELED':
		case 'ETIMEDOUT':
			if (syscall === 'connect')
				return notReached('The service could not be reached in time', ADDRESS, true);
			return {
				what: `The service did not answer within ${Math.round(timeoutMs / 1000)} seconds`,
				advice: 'If it is slow, raise Request Timeout under Options.',
				reached: 'maybe',
				passing: true,
			};
	}
	if (UNREACHABLE.has(code) && (syscall === 'connect' || syscall === '')) {
		return notReached('The service’s host cannot be reached', ADDRESS, true);
	}
	if (UNTRUSTED.test(code)) {
		return notReached(
			`No secure connection to the service could be made (${code})`,
			'Check the Base URL in the credential; if it is right, the service’s certificate or a proxy on the way needs attention.',
			false,
		);
	}
	if (NOT_STARTED.test(code)) {
		return notReached(`The request could not be made (${code})`, ADDRESS, false);
	}
	return {
		what: `The connection to the service broke${code === '' ? '' : ` (${code})`}`,
		advice: 'Check the network between n8n and the service.',
		reached: 'maybe',
		passing: true,
	};
}
