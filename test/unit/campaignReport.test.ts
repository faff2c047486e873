import { reportPage } from '../campaigns/frame/report';

const page = (...wrong: string[]) =>
	reportPage('A campaign', {
		...{ machine: 'A machine', versions: 'n8n' },
		parts: [
			{
				...{ title: 'A run', date: '2026-11-23', commit: 'abc', command: 'npm run x', how: '' },
				promises: [{ what: 'No message was sent twice', checked: 3, wrong }],
				tables: [],
			},
		],
	});

it('The report of a campaign says whether each promise held, and what was found', () => {
	expect(page()).toContain('- A run: No message was sent twice (checked 3 times)');
	expect(page('5 sent twice')).toContain(
		'- A run: **Not so** (checked 3 times): No message was sent twice: 5 sent twice',
	);
});
