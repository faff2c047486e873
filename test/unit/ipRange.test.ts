import { BlockList } from 'node:net';

import fc from 'fast-check';

import { ipRange, ipRanges } from '../../nodes/callbacks/access';
import { listed } from '../support/listed';

const holds = (range: string, address: string) => ipRange(range)?.includes(address);

const v4 = fc.ipV4();
/** A version 6 address that does not stand for one of version 4. */
const v6 = fc
	.tuple(
		fc.integer({ min: 1, max: 0xffff }),
		fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 7, maxLength: 7 }),
	)
	.map(([first, rest]) => [first, ...rest].map((group) => group.toString(16)).join(':'));

describe('ipRange', () => {
	it.each([
		['ipv4', v4, 32, 10],
		['ipv6', v6, 128, 16],
	] as const)('A range of %s agrees with Node’s own', (version, any, bits, radix) => {
		const size = fc.integer({ min: 0, max: bits });
		fc.assert(
			fc.property(any, any, fc.nat(255), size, (base, far, host, length) => {
				const list = new BlockList();
				list.addSubnet(base, length, version);
				const near = base.replace(/[^:.]*$/, host.toString(radix));
				for (const address of [base, far, near]) {
					expect(holds(`${base}/${length}`, address)).toBe(list.check(address, version));
				}
			}),
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

	it.each([
		['203.0.113.77/24', '203.0.113.1', true],
		['fe80::/10', 'fe80::1%eth0', true],
		[' 10.0.0.0/8 ', ' 10.0.0.1 ', true],
		['203.0.113.7', '203.0.113.7.1', false],
		['0.0.0.0/0', '2001:db8::1', false],
		['203.0.113.7', '::203.0.113.7', false],
		['2001:db8::1', '2001:0DB8:0000::0001', true],
		['2001:db8::1', '2001:db8:0:0:0:0:0.0.0.1', true],
		['203.0.113.7', '::ffff:cb00:7107', true],
		['203.0.113.7', '::cb00:7107', false],
	])('The range %s holds %s: %j', (range, address, isIn) => {
		expect(holds(range, address)).toBe(isIn);
	});

	const NO_ADDRESSES = ['', 'unknown', '1', '3405803783', '0x7f.1', '127.1', '010.0.0.1'];

	it.each(NO_ADDRESSES)('The widest ranges do not hold %j, which is not an address', (text) => {
		expect([holds('0.0.0.0/0', text), holds('::/0', text)]).toEqual([false, false]);
	});

	it.each([
		'x\n::1.2.3.4',
		...listed(`
		/8 | 10.0.0.0/ | 10.0.0.0/33 | 10.0.0.0/-1 | 10.0.0.0/8/8 | 10.0.0.0/1e1 | 10.0.0 | 10.0.0.256
		10.0.0.0-10.0.0.9 | ::1/129 | 1::2::3 | ::: | 1:2:3:4:5:6:7:8:9 | ::1.2.3 | ::1.2.3.999 | [::1]
		10.0.0.* | 1:2:3:4:5:6:7 | 1:2:3:4:5:6:7:8:: | ::1.2.3.4x | g:: | ::ffff:10.0.0.0/95 | localhost
	`),
	])('%j is not a range', (text) => {
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
});
