import { parsedUrl } from '../../nodes/plain';

describe('parsedUrl', () => {
	it('An address beyond ASCII is read even after Node has optimized the code', () => {
		let missed = 0;
		for (let at = 0; at < 100_000; at++) {
			if (parsedUrl('https://münchen.example/ü.png') === undefined) missed++;
		}
		expect(missed).toBe(0);
	});

	it.each(['', 'menu.png', 'https://', 'http://[::bad'])('%j is no address', (text) => {
		expect(parsedUrl(text)).toBeUndefined();
	});
});
