// Builds the package and says how to try it. n8n itself is not brought up yet.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const step = (command, args) => {
	const { status, stdout } = spawnSync(command, args, {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	if (status !== 0) {
		console.error(stdout);
		process.exit(status ?? 1);
	}
	return stdout;
};

console.log('Building …');
step(process.execPath, ['node_modules/gulp/bin/gulp.js', 'build', '--silent']);
const [{ filename }] = JSON.parse(step('npm', ['pack', '--json']));
console.log(`
The package is built and packed: ${path.join(root, filename)}

This command does not start n8n yet. To try the node in an n8n of your own:

  1. mkdir -p ~/.n8n/nodes && cd ~/.n8n/nodes
  2. npm install ${path.join(root, filename)}
  3. start n8n, and search for "whatsapp" or "sms" in its nodes panel
`);
