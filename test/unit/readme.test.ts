import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials';
import { MessagingServiceCallbackApi } from '../../credentials/MessagingServiceCallbackApi.credentials';
import { MessagingServiceSmsApi } from '../../credentials/MessagingServiceSmsApi.credentials';
import { resources } from '../../nodes/MessagingService/operations';
import { TRIGGER_OUTPUTS } from '../../nodes/callbacks/kinds';
import {
	CHARACTERS_PER_CREDIT,
	CREDITS_PER_MEDIA,
	LONGEST_SMS,
	MESSAGE_STATUS,
	REQUESTS_PER_SECOND,
	ROOM_ACTIVE_MS,
} from '../../nodes/service';
import { ROOT } from '../n8n/paths';
import { N8N_1, N8N_2 } from '../n8n/versions';

const README = readFileSync(path.join(ROOT, 'README.md'), 'utf8');

/** From its heading to the next one. */
function section(heading: string): string {
	const [, ...after] = README.split(`\n## ${heading}\n`);
	if (after.length === 0) throw new Error(`README has no section ${heading}`);
	return after.join('').split('\n## ')[0] ?? '';
}

const filesIn = (folder: string, ending: string) =>
	readdirSync(path.join(ROOT, folder))
		.filter((file) => file.endsWith(ending))
		.map((file) => `${folder}/${file}`);

describe('The README', () => {
	it('is short enough to be read: 250 lines', () => {
		expect(README.split('\n').length - 1).toBeLessThanOrEqual(250);
	});

	it('begins with five minutes, and ends with running at scale', () => {
		const headings = [...README.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
		expect(headings[0]).toBe('Five minutes to the first message');
		expect(headings[1]).toBe('Which route do I need?');
		expect(headings.at(-1)).toBe('Running at scale');
	});

	it('links every example and every first step', () => {
		const files = [...filesIn('examples', '.json'), ...filesIn('examples/first-steps', '.json')];
		expect(files.filter((file) => !README.includes(`(${file})`))).toEqual([]);
	});

	it('shows every picture that was made for it', () => {
		const pictures = filesIn('docs/screenshots', '.png');
		expect(pictures.filter((file) => !README.includes(`(${file})`))).toEqual([]);
	});

	it('links every page of the documentation', () => {
		expect(filesIn('docs', '.md').filter((file) => !README.includes(`(${file})`))).toEqual([]);
	});

	it.each(resources.map(({ name, operations }) => [name, operations] as const))(
		'has a section for %s that names each of its operations',
		(name, operations) => {
			const text = section(name);
			expect(operations.filter((one) => !text.includes(one.name))).toEqual([]);
		},
	);

	it.each([
		new MessagingServiceApi(),
		new MessagingServiceSmsApi(),
		new MessagingServiceCallbackApi(),
	])('says where to find each field of the credential $displayName', (credential) => {
		const text = section('Credentials');
		expect(text).toContain(`| ${credential.displayName} `);
		const fields = credential.properties.filter(({ type }) => type !== 'notice');
		expect(fields.filter(({ displayName }) => !text.includes(displayName))).toEqual([]);
	});

	it('chooses a route by what the service documents', () => {
		const text = section('Which route do I need?');
		const facts = [
			`${ROOM_ACTIVE_MS / 3_600_000} hours`,
			`${LONGEST_SMS} characters`,
			`1 WhatsApp credit for each ${CHARACTERS_PER_CREDIT} characters`,
			`${CREDITS_PER_MEDIA} for media`,
		];
		expect(facts.filter((fact) => !text.includes(fact))).toEqual([]);
		expect(README).toContain(`about ${REQUESTS_PER_SECOND} a second`);
	});

	it('names every field that a trigger puts out with Simplify on, and every status', () => {
		const text = section('Triggers');
		const rows = {
			'A message': TRIGGER_OUTPUTS.MessagingServiceTrigger,
			'A report': TRIGGER_OUTPUTS.MessagingServiceStatusTrigger,
		};
		for (const [what, { shape }] of Object.entries(rows)) {
			const [, row = ''] = text.split(`\n| ${what} `);
			const fields = [...(row.split('\n')[0] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name);
			expect(fields).toEqual(Object.keys(shape));
		}
		const [, statuses = ''] = /`status` is one of ([a-z, ]+)\./.exec(text) ?? [];
		expect(statuses.split(', ').sort()).toEqual(
			Object.values(MESSAGE_STATUS)
				.map(({ name }) => name)
				.sort(),
		);
	});

	it('says beside SMS that accepted is not delivered', () => {
		expect(section('SMS')).toContain('Success means accepted, not delivered');
	});

	it('names the versions of n8n that the tests run', () => {
		const text = section('Versions');
		expect(text).toContain(`**${N8N_2.n8n}** (Node ${N8N_2.node.split('.')[0] ?? ''})`);
		expect(text).toContain(`**${N8N_1.n8n}**`);
	});

	it('sends nobody to a file that is not part of the project', () => {
		const files = [...README.matchAll(/`((?:scripts|test|docs|examples)\/[^`]+)`/g)];
		expect(files.filter(([, file = '']) => !existsSync(path.join(ROOT, file)))).toEqual([]);
	});
});
