import { commonInput } from '../../nodes/MessagingService/engine/operation';

const allowed = (allowedRecipients: unknown) =>
	commonInput.parse({ allowedRecipients }).allowedRecipients;

const ROOM = '123e4567-e89b-42d3-a456-426614174000';

describe('Allowed Recipients', () => {
	it.each<[string, unknown, string]>([
		['a number with spaces and dashes', '+62 812-3456-7890', '6281234567890'],
		['one of several', '6281, 6282;6283\n6284', '6284'],
		['one of a list', ['6281', 6282], '6282'],
		['a number as a sheet writes it', '6281234567890.0', '6281234567890'],
		['numbers that begin like the entry', '62812*', '6281234567890'],
		['numbers that begin and end like the entry', '62*90', '6281234567890'],
		['the ID of a room', ROOM, ROOM],
		['the ID of a group', '628120-1612345678@g.us', '628120-1612345678@g.us'],
		['a group that begins like the entry', '628120-*', '628120-1612345678@g.us'],
	])('Allowed Recipients allow %s: %j', (_, entries, recipient) => {
		expect(allowed(entries)?.allows(recipient)).toBe(true);
	});

	it.each<[string, unknown, string]>([
		['the stranger that a sheet’s number would reach', '6281234567890.0', '62812345678900'],
		['a longer number', '628123', '6281234'],
		['a number that only contains it', '8123', '628123'],
		['a local number for its international one', '08123', '628123'],
		['a beginning and an end that overlap', '6281*81', '6281'],
		['what a point would match in a pattern', '6281.3', '628123'],
		['the group of an allowed number', '62812*', '6281234567-1612345678@g.us'],
		['a group whose digits begin like the entry', '62812*', '6281234567890123456'],
		['a room that begins like the entry', '12*', ROOM],
		['several groups in one text', '*', '628120-1@g.us,628120-2@g.us'],
		['a group and a number behind a space', '628120-*', '628120-1@g.us 6281234567890'],
		['a group and a number behind a semicolon', '*@g.us*', '628120-1@g.us;6281234567890'],
	])('Allowed Recipients do not allow %s: %j', (_, entries, recipient) => {
		expect(allowed(entries)?.allows(recipient)).toBe(false);
	});

	it('Allowed Recipients read numbers with the Default Country Code, as To does', () => {
		const { allows } = allowed('0812 3456 7890, 81234567891') ?? {};
		expect(allows?.('6281234567890', '62')).toBe(true);
		expect(allows?.('6281234567891', '62')).toBe(true);
		expect(allows?.('81234567891', '62')).toBe(false);
	});

	it('A pattern with 2,000 stars is matched quickly', () => {
		expect(allowed('*1'.repeat(2000))?.allows('1'.repeat(1999))).toBe(false);
	});

	it.each(['', ' , ;', {}, true, null])('The list %j is refused', (allowedRecipients) => {
		expect(commonInput.safeParse({ allowedRecipients }).success).toBe(false);
	});
});

describe('Allowed Media Hosts', () => {
	const hosts = (allowedMediaHosts: unknown) =>
		commonInput.parse({ allowedMediaHosts }).allowedMediaHosts;

	it.each([
		['cdn.example.com', 'https://cdn.example.com/a.png?x=1', true],
		['CDN.example.com.', 'https://cdn.example.com:8443/a.png', true],
		['a.example, *.example.com', 'https://img.cdn.example.com/a.png', true],
		['*', 'https://anything.example/a.png', true],
		['cdn.example.com', 'https://evil.example/cdn.example.com/a.png', false],
		['cdn.example.com', 'https://cdn.example.com@evil.example/a.png', false],
		['cdn.example.com', 'https://cdn.example.com.evil.example/a.png', false],
		['*.example.com', 'https://example.com/a.png', false],
		['*.example.com', 'https://evilexample.com/a.png', false],
		['*.example.com', 'https://*.example.com/a.png', false],
	])('Allowed Media Hosts with %s allow %s: %j', (entries, url, isAllowed) => {
		expect(hosts(entries)?.allows(url)).toBe(isAllowed);
	});
});
