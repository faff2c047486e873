import { NodeHelpers } from 'n8n-workflow';

import { obstacles, registrationSteps } from '../../nodes/callbacks/callbackUrl';
import { INBOX_KINDS, STATUS_KINDS } from '../../nodes/callbacks/kinds';
import { isPrivateAddress } from '../../nodes/plain';
import { listed } from '../support/listed';
import { statusTrigger } from '../support/ownTypes';

const steps = ({ kinds = INBOX_KINDS, hasToken = true } = {}) => registrationSteps(kinds, hasToken);

describe('registrationSteps', () => {
	it('The steps are numbered, publish first, and add the token to the URL', () => {
		const [first, second, ...lines] = steps().split('<br />');
		expect(first).toMatch(/^1\. Publish/);
		expect(second).toMatch(/^2\. .*\?token=<\/b> and the token of the credential/);
		expect(lines.filter((line) => /^[34]\. /.test(line))).toHaveLength(2);
		expect(steps({ hasToken: false })).not.toContain('token');
	});

	it.each(INBOX_KINDS)(
		'The steps for $name say where to register the URL, and name no other kind',
		(chosen) => {
			const found = steps({ kinds: [chosen] });
			expect(found).toContain(`<b>${chosen.name}</b>: ${chosen.registeredAt}`);
			expect(INBOX_KINDS.filter(({ name }) => found.includes(name))).toEqual([chosen]);
		},
	);

	it('The steps ask for a choice while nothing is chosen', () => {
		expect(steps({ kinds: [] })).toContain('Choose under <b>Trigger On</b>');
	});

	it('The steps mention GET and POST only for kinds that come by both', () => {
		expect(steps({ kinds: STATUS_KINDS })).toContain('the same URL takes GET and POST');
		expect(steps()).not.toContain('GET');
	});
});

describe('obstacles', () => {
	const READY = { address: 'https://n8n.example.com', isPublished: true, tokenFault: '' };
	const seen = (given: Partial<typeof READY>) => {
		const { address, isPublished, tokenFault } = { ...READY, ...given };
		return obstacles(address, isPublished, tokenFault);
	};

	it.each<[Partial<typeof READY>, string]>([
		[{ isPublished: false }, 'The workflow does not seem to be published'],
		[{ address: 'http://localhost:5678' }, 'cannot reach http://localhost:5678 over the internet'],
		[{ address: 'https://10.1.2.3' }, 'set WEBHOOK_URL to it'],
		[{ address: 'http://n8n.example.com' }, 'http://n8n.example.com is not encrypted'],
		[{ tokenFault: 'The token is <empty>.' }, 'The token is &lt;empty&gt;.'],
	])('%j is one obstacle, which is explained', (given, words) => {
		expect(seen(given)).toEqual([expect.stringContaining(words)]);
	});

	it('A trigger that is ready has no obstacle', () => {
		expect(seen({})).toEqual([]);
	});
});

describe('The notice on proxies', () => {
	it.each([
		[{}, false],
		[{ allowedIps: '203.0.113.7' }, true],
	])('The notice on proxies is shown only with Allowed IPs: %j', (options, isShown) => {
		const notices = statusTrigger.properties.filter(
			(notice) =>
				notice.displayName.includes('Behind a proxy') &&
				NodeHelpers.displayParameter({ options }, notice, { typeVersion: 1 }, statusTrigger),
		);
		expect(notices).toHaveLength(isShown ? 1 : 0);
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
