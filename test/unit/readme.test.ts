import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials';
import { MessagingServiceCallbackApi } from '../../credentials/MessagingServiceCallbackApi.credentials';
import { MessagingServiceSmsApi } from '../../credentials/MessagingServiceSmsApi.credentials';
import { resources } from '../../nodes/MessagingService/operations';
import {
	CHANNEL_REQUESTS,
	CHARACTERS_PER_CREDIT,
	CREDITS_PER_MEDIA,
	LONGEST_SMS,
	MESSAGE_STATUS,
	REQUESTS_PER_SECOND,
	ROOM_ACTIVE_MS,
} from '../../nodes/service';
import { ROOT } from '../n8n/paths';
import { N8N_1, N8N_2 } from '../n8n/versions';

const read = (page: string) => readFileSync(path.join(ROOT, page), 'utf8');
const README = read('README.md');

const filesIn = (folder: string, ending: string) =>
	readdirSync(path.join(ROOT, folder))
		.filter((file) => file.endsWith(ending))
		.map((file) => `${folder}/${file}`);

const missingIn = (text: string, facts: readonly string[]) =>
	facts.filter((fact) => !text.includes(fact));

describe('README', () => {
	it('README links every page for users', () => {
		const links = filesIn('docs', '.md').map((file) => `(${file})`);
		expect(missingIn(README, links)).toEqual([]);
	});

	it.each(resources.map(({ name, operations }) => [name, operations] as const))(
		'README names each operation of %s',
		(name, operations) => {
			const rows = README.split('\n').filter((line) => line.startsWith(`| ${name} `));
			const names = operations.map((one) => one.name);
			expect(missingIn(rows.join(), names)).toEqual([]);
		},
	);

	it('README states the limits that the service documents', () => {
		const facts = [
			`${ROOM_ACTIVE_MS / 3_600_000} hours`,
			`${LONGEST_SMS} characters`,
			`1 credit for each ${CHARACTERS_PER_CREDIT} characters`,
			`${CREDITS_PER_MEDIA} for media`,
			`about ${REQUESTS_PER_SECOND} requests a second`,
			`${CHANNEL_REQUESTS} a minute`,
		];
		expect(missingIn(README, facts)).toEqual([]);
	});

	it('README names the versions of n8n that the tests run', () => {
		const versions = [N8N_2, N8N_1].map(({ n8n, node }) => `**${n8n}** (Node ${parseInt(node)})`);
		expect(missingIn(README, versions)).toEqual([]);
	});
});

describe('Pages for users', () => {
	it.each([
		new MessagingServiceApi(),
		new MessagingServiceSmsApi(),
		new MessagingServiceCallbackApi(),
	])('The page of credentials explains each field of $displayName', (credential) => {
		const text = read('docs/credentials.md');
		const fields = credential.properties.filter(({ type }) => type !== 'notice');
		const labels = fields.map(({ displayName }) => displayName);
		expect(missingIn(text, [credential.displayName, ...labels])).toEqual([]);
	});

	it('The page of triggers names every status of a report', () => {
		const names = Object.values(MESSAGE_STATUS).map(({ name }) => name);
		expect(missingIn(read('docs/triggers.md'), names)).toEqual([]);
	});

	it('The list of examples links every example', () => {
		const files = [...filesIn('examples', '.json'), ...filesIn('examples/first-steps', '.json')];
		const links = files.map((file) => `(${path.relative('examples', file)})`);
		expect(missingIn(read('examples/README.md'), links)).toEqual([]);
	});

	it('Every picture is shown on a page', () => {
		const pages = ['README.md', ...filesIn('docs', '.md')].map(read).join('\n');
		const pictures = filesIn('docs/screenshots', '.png').map((file) => path.basename(file));
		expect(missingIn(pages, pictures)).toEqual([]);
	});
});
