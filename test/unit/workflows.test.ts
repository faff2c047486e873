import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.resolve(__dirname, '../../.github/workflows');

/** A workflow cut into its jobs by their indentation, which Prettier keeps; comments left out. */
function workflow(text: string) {
	const plain = text.replace(/^\s*#.*\n/gm, '');
	const [head = '', body = ''] = plain.split(/^jobs:\n/m);
	const parts = body.split(/^ {2}(?=[\w-]+:\n)/m).filter((part) => part.trim() !== '');
	const jobs = parts.map((part) => ({ name: part.slice(0, part.indexOf(':')), text: part }));
	return { head, jobs };
}

const WORKFLOWS = readdirSync(FOLDER).map((file) => ({
	file,
	...workflow(readFileSync(path.join(FOLDER, file), 'utf8')),
}));
const JOBS = WORKFLOWS.flatMap(({ file, jobs }) => jobs.map((job) => ({ file, ...job })));

const used = (text: string) =>
	[...text.matchAll(/\buses: *(.+)/g)].map(([, action = '']) => action);
const commands = (text: string) =>
	[...text.matchAll(/^\s+(?:- )?run: *(.+)/gm)].map(([, command]) => command);
const job = (file: string, name: string) =>
	JOBS.find((one) => one.file === file && one.name === name)?.text ?? '';

test.each(WORKFLOWS)('$file gives no rights, and strangers cannot start it', ({ head }) => {
	expect(head).toMatch(/^permissions: \{\}$/m);
	expect(head).not.toMatch(/id-token|pull_request_target|workflow_run/);
	expect(head).not.toMatch(/issue_comment|issues:|discussion/);
});

describe.each(JOBS)('Job $name of $file', ({ name, text }) => {
	test('Each action is used by its digest, with the version next to it', () => {
		const byDigest = /^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
		expect(used(text).length).toBeGreaterThan(0);
		expect(used(text).filter((action) => !byDigest.test(action))).toEqual([]);
	});

	test('A checkout leaves no credentials behind', () => {
		const checkouts = text.split(/^ {6}- /m).filter((step) => step.includes('actions/checkout@'));
		expect(checkouts.filter((step) => !step.includes('persist-credentials: false'))).toEqual([]);
	});

	test('The job has only the right that it needs', () => {
		const [, rights = ''] = /^ {4}permissions:\n((?: {6}.+\n)+)/m.exec(text) ?? [];
		expect(rights.trim()).toBe(name === 'publish' ? 'id-token: write' : 'contents: read');
	});
});

describe('Publishing', () => {
	const publish = job('publish.yml', 'publish');

	test('Publishing waits for the tests, the clean build and an approval', () => {
		expect(publish).toMatch(/^ {4}needs: \[test, build\]$/m);
		expect(publish).toMatch(/^ {4}environment: npm$/m);
	});

	test('The publish job takes the tarball by what the build job says of it, and installs nothing', () => {
		expect(used(publish).map((action) => action.split('@')[0])).toEqual([
			'actions/setup-node',
			'actions/download-artifact',
		]);
		expect(publish).toContain('artifact-ids: ${{ needs.build.outputs.artifact }}');
		expect(publish).toContain('BUILT: ${{ needs.build.outputs.sha512 }}');
		expect(publish).toContain('TESTED: ${{ needs.test.outputs.sha512 }}');
		expect(commands(publish)).toEqual([
			'test "$BUILT" = "$TESTED" && echo "$BUILT  $(echo clean/*.tgz)" | sha512sum --check',
			'npm publish ./clean/*.tgz --provenance --access public --ignore-scripts',
		]);
	});
});
