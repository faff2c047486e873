import { noticeOf } from '../../nodes/callbacks/callbackUrl';
import { ALL_KINDS } from '../../nodes/callbacks/kinds';
import { isPrivateAddress } from '../../nodes/plain';
import { listed } from '../support/listed';

describe('noticeOf', () => {
	it('The notice is one line that names the token’s place and links to the steps', () => {
		const [line = '', ...others] = noticeOf([], true, []).split('<br />');
		expect(line).toMatch(
			/Production URL<\/b>, with <b>\?token=<\/b> .*docs\/triggers\.md#setting-up/,
		);
		expect(line).toContain('n8n logs what is before the <b>?</b>');
		expect(others).toEqual([]);
		expect(noticeOf([], false, [])).not.toContain('token');
	});

	it.each(ALL_KINDS)(
		'The notice says where the URL for $name belongs, and no other place',
		(chosen) => {
			const found = noticeOf([chosen], true, []);
			const places = new Set(ALL_KINDS.map(({ registeredAt }) => registeredAt));
			expect([...places].filter((place) => found.includes(place))).toEqual([chosen.registeredAt]);
		},
	);

	it('Last calls are shown only if there were any', () => {
		expect(noticeOf(ALL_KINDS, true, [])).not.toContain('Last calls');
		expect(noticeOf(ALL_KINDS, true, ['09:00 accepted.'])).toMatch(
			/<b>Last calls<\/b><br \/>09:00 accepted\.$/,
		);
	});
});

describe('isPrivateAddress', () => {
	const PRIVATE = listed(`
		http://localhost:5678 | http://127.0.0.1:5678 | http://10.1.2.3 | http://172.16.0.9
		http://192.168.1.4:5678 | http://169.254.1.1 | http://100.64.0.1 | http://[::1]:5678
		http://[fd12::1] | http://[fe80::1] | http://n8n:5678 | http://n8n.local
		https://n8n.lan. | https://n8n.home.arpa
	`);
	const PUBLIC_OR_NONE = listed(`
		https://n8n.example.com | http://203.0.113.7:5678 | http://172.32.0.1
		http://100.128.0.1 | https://10.example.com | https://localhost.example.com
		http://[2001:db8::1] | nothing of the kind
	`);

	it('Only private and local addresses are private, not public ones and other texts', () => {
		const all = [...PRIVATE, ...PUBLIC_OR_NONE, ''];
		expect(all.filter(isPrivateAddress)).toEqual(PRIVATE);
	});
});
