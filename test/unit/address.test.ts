import { serviceAddress } from '../../nodes/login/address';
import { atOnce } from '../support/atOnce';
import { listed } from '../support/listed';

const PREFIX = '/svc_api/1.0';
const WHOLE = 'https://api.example.com/svc_api/1.0';

const works: [string, string][] = [
	['https://api.example.com', WHOLE],
	['https://api.example.com/', WHOLE],
	['https://api.example.com//', WHOLE],
	['  https://api.example.com ', WHOLE],
	['api.example.com', WHOLE],
	['https://api.example.com/svc_api/1.0', WHOLE],
	['https://api.example.com/svc_api/1.0/', WHOLE],
	['http://127.0.0.1:8080', 'http://127.0.0.1:8080/svc_api/1.0'],
	['https://gate.example.com/messages', 'https://gate.example.com/messages/svc_api/1.0'],
];

describe('serviceAddress', () => {
	it.each(works)('The Base URL %j is understood', (typed, url) => {
		expect(serviceAddress(typed, PREFIX)).toEqual({ ok: true, url });
	});

	it.each(['/svc_api/1.0', 'svc_api/1.0', '/svc_api/1.0/', ' svc_api/1.0/ ', '//svc_api/1.0//'])(
		'The path prefix %j gives the same address',
		(prefix) => {
			expect(serviceAddress('https://api.example.com', prefix)).toEqual({ ok: true, url: WHOLE });
		},
	);

	it.each([
		['', 'is empty'],
		['https://', 'is not a web address'],
		['ftp://files.example.com', 'is not a web address'],
		['https://ann:secret@api.example.com', 'more than an address'],
		['https://api.example.com/?key=4711', 'more than an address'],
		['https://api.example.com/svc_api/1.0/auth/api_key', 'past the start of the API'],
	])('The Base URL %j is refused with what to do', (typed, what) => {
		const address = serviceAddress(typed, PREFIX);
		expect(address).toMatchObject({ ok: false });
		if (address.ok) return;
		expect(address.what).toContain(what);
		expect(address.advice).not.toBe('');
		expect(JSON.stringify(address)).not.toContain('secret');
	});

	it.each([
		'/svc_api\\1.0',
		...listed(`
		/svc_api/1.0?key=1 | /svc_api/1.0#x | /../admin | /svc_api/.. | /svc_api/%2e%2E/admin
		..%2fx | x%2F..%2fy | a/..;/b
	`),
	])('A path that leads elsewhere is refused: %j', (path) => {
		const address = serviceAddress('https://api.example.com', path);

		expect(address).toMatchObject({ ok: false });
	});

	it.each<[string, string, string]>([
		['base URL', `https://api.example.com/a${'/'.repeat(2_000_000)}x`, PREFIX],
		['path', 'https://api.example.com', `a${'/'.repeat(2_000_000)}x`],
	])('Many slashes in the %s are read without trying each', (_, base, path) => {
		const address = atOnce(() => serviceAddress(base, path));

		expect(address.ok).toBe(true);
	});
});
