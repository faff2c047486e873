import { BlockList, isIP } from 'node:net';

import fc from 'fast-check';

import { ipRange, ipRanges } from '../../nodes/callbacks/access/ipRange';
import { listed } from '../support/listed';

const holds = (range: string, address: string) => ipRange(range)?.includes(address);

const v4 = fc.ipV4();
/** An address of version 6 that is none of version 4 in disguise. */
const v6 = fc
	.tuple(
		fc.integer({ min: 1, max: 0xffff }),
		fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 7, maxLength: 7 }),
	)
	.map(([first, rest]) => [first, ...rest].map((group) => group.toString(16)).join(':'));

/** Another address that shares its beginning with this one. */
const nearV4 = (address: string, host: number) => {
	const [a = '', b = '', c = ''] = address.split('.');
	return `${a}.${b}.${c}.${host}`;
};

describe('ipRange', () => {
	it('A range of version 4 agrees with the system’s own', () => {
		fc.assert(
			fc.property(v4, v4, fc.nat(255), fc.integer({ min: 0, max: 32 }), (base, far, host, size) => {
				const list = new BlockList();
				list.addSubnet(base, size, 'ipv4');
				for (const address of [base, far, nearV4(base, host)]) {
					expect(holds(`${base}/${size}`, address)).toBe(list.check(address, 'ipv4'));
				}
			}),
		);
	});

	it('A range of version 6 agrees with the system’s own', () => {
		fc.assert(
			fc.property(
				v6,
				v6,
				fc.nat(0xffff),
				fc.integer({ min: 0, max: 128 }),
				(base, far, host, size) => {
					const list = new BlockList();
					list.addSubnet(base, size, 'ipv6');
					const near = base.replace(/[^:]*$/, host.toString(16));
					for (const address of [base, far, near]) {
						expect(holds(`${base}/${size}`, address)).toBe(list.check(address, 'ipv6'));
					}
				},
			),
		);
	});

	it('A range of version 4 holds its addresses in the form of version 6', () => {
		fc.assert(
			fc.property(v4, v4, fc.integer({ min: 0, max: 32 }), (base, address, size) => {
				const plain = holds(`${base}/${size}`, address);
				expect(holds(`${base}/${size}`, `::ffff:${address}`)).toBe(plain);
				expect(holds(`::ffff:${base}/${size + 96}`, address)).toBe(plain);
			}),
		);
	});

	it('Every address of the system is read', () => {
		fc.assert(
			fc.property(fc.oneof(v4, v6, fc.ipV6()), (address) => {
				expect(ipRange(address)).toBeDefined();
				expect(holds(address, address)).toBe(true);
			}),
		);
	});

	it('No text that is not an address is read', () => {
		const character = fc.constantFrom(...'0123456789abcdefg.:/% -'.split(''));
		const text = fc
			.array(character, { maxLength: 20 })
			.map((characters) => characters.join(''))
			.filter((one) => isIP(one.trim().split('/')[0] ?? '') === 0);
		fc.assert(
			fc.property(text, (one) => {
				expect(ipRange(one)).toBeUndefined();
			}),
			{ numRuns: 1000 },
		);
	});

	it.each([
		['203.0.113.77/24', '203.0.113.1', true],
		['fe80::/10', 'fe80::1%eth0', true],
		['::ffff:10.0.0.1', '10.0.0.1', true],
		[' 10.0.0.0/8 ', '10.0.0.1', true],
		['10.0.0.0/8', ' 10.0.0.1 ', true],
		['203.0.113.7', '203.0.113.7.1', false],
		['0.0.0.0/0', '2001:db8::1', false],
		['203.0.113.7', '::203.0.113.7', false],
	])('The range %s holds %s: %j', (range, address, isIn) => {
		expect(holds(range, address)).toBe(isIn);
	});

	it('A single address holds itself in each of its forms, and no other', () => {
		expect(holds('2001:db8::1', '2001:0DB8:0000::0001')).toBe(true);
		expect(holds('2001:db8::1', '2001:db8:0:0:0:0:0.0.0.1')).toBe(true);
		expect(holds('2001:db8::1', '2001:db8::2')).toBe(false);
		expect(holds('203.0.113.7', '::ffff:cb00:7107')).toBe(true);
		expect(holds('203.0.113.7', '::cb00:7107')).toBe(false);
	});

	it('A range holds no text that is not an address', () => {
		for (const text of ['', ' ', 'unknown', '1', '3405803783', '0x7f.1', '127.1', '010.0.0.1']) {
			expect(holds('0.0.0.0/0', text)).toBe(false);
			expect(holds('::/0', text)).toBe(false);
		}
	});

	it.each([
		'',
		'x\n::1.2.3.4',
		...listed(`
		/ | /8 | 10.0.0.0/ | 10.0.0.0/33 | 10.0.0.0/-1 | 10.0.0.0/8/8 | 10.0.0.0/a
		10.0.0.0/1e1 | 10.0.0 | 10.0.0.0.0 | 10.0.0.256 | 10.0.0.01 | 10.0.0.*
		10.0.0.0-10.0.0.9 | ::1/129 | 1::2::3 | ::: | : | 1:2:3:4:5:6:7 | 1:2:3:4:5:6:7:8:9
		1:2:3:4:5:6:7:8:: | ::1.2.3.999 | ::1.2.3.4x | g:: | ::ffff:10.0.0.0/95 | ::1.2.3
		[::1] | localhost
	`),
	])('%p is not a range', (text) => {
		expect(ipRange(text)).toBeUndefined();
	});
});

describe('ipRanges', () => {
	it('Ranges are separated by commas, semicolons, spaces or lines', () => {
		const read = ipRanges(' 10.0.0.0/8,203.0.113.7 ;\n\t2001:db8::/32\r\n, ');

		expect(read.ok && read.ranges).toHaveLength(3);
	});

	it('The first entry that is not a range is named', () => {
		expect(ipRanges('10.0.0.0/8, 10.0.0.0/99, x')).toEqual({ ok: false, wrong: '10.0.0.0/99' });
	});

	it('A list of ranges may be empty', () => {
		expect(ipRanges('')).toEqual({ ok: true, ranges: [] });
	});
});
