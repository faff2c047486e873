import { serviceAddress } from '../../nodes/login/address';
import { atOnce } from '../support/atOnce';
import { listed } from '../support/listed';

const HOST = 'https://api.example.com';
const PREFIX = '/svc_api/1.0';

describe('serviceAddress', () => {
	it.each([
		...['', '/', '//', PREFIX, `${PREFIX}/`].map((end) => [`${HOST}${end}`, HOST]),
		[`  ${HOST} `, HOST],
		['api.example.com', HOST],
		...['svc_api/1.0', ' svc_api/1.0/ ', '//svc_api/1.0//'].map((path) => [HOST, HOST, path]),
		['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
		['https://gate.example.com/messages', 'https://gate.example.com/messages'],
	])('The Base URL %j means the address %s: path %s', (typed = '', base = '', path = PREFIX) => {
		expect(serviceAddress(typed, path)).toEqual({ ok: true, url: `${base}${PREFIX}` });
	});

	it.each([
		['', 'is empty'],
		['ftp://files.example.com', 'is not a web address'],
		['https://', 'is not a web address'],
		['https://ann:secret@api.example.com', 'more than an address'],
		['https://api.example.com/?key=4711', 'more than an address'],
		['https://api.example.com/svc_api/1.0/auth/api_key', 'past the start of the API'],
	])('The Base URL %j is refused with what to do', (typed, what) => {
		const address = serviceAddress(typed, PREFIX);
		expect(address).toMatchObject({ ok: false, advice: expect.stringMatching(/./) as string });
		expect(address).toHaveProperty('what', expect.stringContaining(what));
		expect(JSON.stringify(address)).not.toContain('secret');
	});

	it.each([
		'/svc_api\\1.0',
		...listed(`
		/svc_api/1.0?key=1 | /svc_api/1.0#x | /../admin | /svc_api/.. | /svc_api/%2e%2E/admin
		..%2fx | x%2F..%2fy | a/..;/b
	`),
	])('The Path %j, which leads elsewhere, is refused', (path) => {
		expect(serviceAddress(HOST, path)).toMatchObject({ ok: false });
	});

	it.each([
		['Base URL', `${HOST}/a${'/'.repeat(2_000_000)}x`, PREFIX],
		['Path', HOST, `a${'/'.repeat(2_000_000)}x`],
	])('Millions of slashes in the %s are read quickly', (_, base, path) => {
		expect(atOnce(() => serviceAddress(base, path)).ok).toBe(true);
	});
});
