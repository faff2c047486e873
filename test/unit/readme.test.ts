import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { SMS_STATUSES } from '../../nodes/service/smsStatuses';

const FILE = path.resolve(__dirname, '../../README.md');
const BEGIN = '<!-- sms statuses: begin -->';
const END = '<!-- sms statuses: end -->';

const rows = (): string[][] => [
	['Status', 'Name', 'Meaning', 'What to do'],
	...Object.entries(SMS_STATUSES)
		.filter(([status]) => status !== '0')
		.sort(([a], [b]) => Number(b) - Number(a))
		.map(([status, { name, meaning, advice }]) => [status, name, meaning, advice]),
];

const between = (text: string) => text.slice(text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END));

/** The cells of a table, however it is laid out. */
const cells = (table: string): string[][] =>
	table
		.split('\n')
		.filter((line) => line.startsWith('|') && !/^\|[\s|-]+$/.test(line))
		.map((line) =>
			line
				.split('|')
				.slice(1, -1)
				.map((cell) => cell.trim()),
		);

describe('The README', () => {
	it('tells each status of an SMS as the node itself does', () => {
		if (process.env.UPDATE_README !== undefined) {
			const text = readFileSync(FILE, 'utf8');
			const [head = [], ...body] = rows();
			const table = [head, head.map(() => '---'), ...body]
				.map((row) => `| ${row.join(' | ')} |`)
				.join('\n');
			const [before = ''] = text.split(BEGIN);
			const after = text.slice(text.indexOf(END));
			writeFileSync(FILE, `${before}${BEGIN}\n\n${table}\n\n${after}`);
		}
		expect(cells(between(readFileSync(FILE, 'utf8')))).toEqual(rows());
	});

	it('links and shows only what is there', () => {
		const text = readFileSync(FILE, 'utf8');
		const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(
			([, heading = '']) =>
				`#${heading
					.toLowerCase()
					.replace(/[^\w\s-]/g, '')
					.replace(/\s/g, '-')}`,
		);
		const places = [...text.matchAll(/\]\(([^)]+)\)/g)]
			.map(([, place = '']) => place)
			.filter((place) => !place.startsWith('https://'));
		expect(places.length).toBeGreaterThan(10);
		expect(
			places.filter((place) =>
				place.startsWith('#')
					? !anchors.includes(place)
					: !existsSync(path.join(path.dirname(FILE), place)),
			),
		).toEqual([]);
	});
});
