import { reportPage, type Campaign } from '../campaigns/frame/report';

const campaign = (wrong: readonly string[]): Campaign => ({
	machine: 'A machine',
	versions: 'n8n',
	parts: [
		{
			title: 'A run',
			date: '2026-11-23',
			commit: 'abc',
			command: 'npm run x',
			how: '',
			promises: [
				{ what: 'No message was sent twice', checked: 3, wrong: [...wrong] },
				{ what: 'Every callback started one execution', checked: 1, wrong: [...wrong] },
			],
			tables: [{ head: ['', ''], rows: [['messages', '100']] }],
		},
	],
});

const holds = (wrong: readonly string[]) =>
	reportPage('A campaign', campaign(wrong))
		.split('\n')
		.filter((line) => line.startsWith('- '));

describe('Page of a campaign', () => {
	it('Each promise that held is a sentence under What holds', () => {
		expect(holds([])).toEqual([
			'- A run: No message was sent twice (checked 3 times)',
			'- A run: Every callback started one execution',
		]);
	});

	it('A promise that broke says so, with what was found', () => {
		expect(holds(['5 sent twice'])).toEqual([
			'- A run: **Not so** (checked 3 times): No message was sent twice: 5 sent twice',
			'- A run: **Not so**: Every callback started one execution: 5 sent twice',
		]);
	});
});
