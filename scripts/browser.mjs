// The tests look at pages in Debian's Chromium: installs it where it is not there yet.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const CHROMIUM = '/usr/bin/chromium';

const run = (command, args) =>
	spawnSync(command, args, {
		stdio: ['ignore', 'ignore', 'inherit'],
		env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
	}).status === 0;

if (!existsSync(CHROMIUM)) {
	console.log('Installing Chromium from Debian’s packages (about 100 MB; one to two minutes) …');
	const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
	const [command, ...args] = [...asRoot, 'apt-get'];
	// Lists of packages may be missing or old on a fresh machine.
	const installed =
		run(command, [...args, 'install', '-y', '-q', 'chromium']) ||
		(run(command, [...args, 'update', '-q']) &&
			run(command, [...args, 'install', '-y', '-q', 'chromium']));
	if (!installed || !existsSync(CHROMIUM)) {
		console.error(
			'Chromium could not be installed. Run "sudo apt-get install chromium", then the same command again.',
		);
		process.exit(1);
	}
}
