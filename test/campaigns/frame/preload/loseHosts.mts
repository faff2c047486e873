import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

/** Loaded into n8n before anything else: the names that `lostHost` makes are looked up as it says, and no name server is asked. */

const LOST = /^(?<code>[a-z_]+)-(?<afterMs>\d+)\.lost\.invalid$/;

type Found = (error: NodeJS.ErrnoException | null, address: string, family: number) => void;

const real = dns.lookup;

const lookup = (host: string, ...rest: unknown[]): unknown => {
	const lost = LOST.exec(host)?.groups;
	if (!lost) return Reflect.apply(real, dns, [host, ...rest]);
	const code = String(lost.code).toUpperCase();
	const error = Object.assign(new Error(`getaddrinfo ${code} ${host}`), {
		code,
		syscall: 'getaddrinfo',
		hostname: host,
	});
	// Node's own takes its callback last, whatever stands before it.
	const found = rest.at(-1) as Found;
	return setTimeout(found, Number(lost.afterMs), error, '', 0);
};

// As net asks for it. Node hangs the form that returns a promise to it.
dns.lookup = Object.assign(lookup, real);
syncBuiltinESMExports();
