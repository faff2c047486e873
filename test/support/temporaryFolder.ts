import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder that is removed after the tests of a file. */
export function temporaryFolder(name: string) {
	const root = mkdtempSync(path.join(tmpdir(), `${name}-`));
	afterAll(() => {
		rmSync(root, { recursive: true });
	});
	const write = (file: string, text: string) => {
		mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
		writeFileSync(path.join(root, file), text);
	};
	return { root, write };
}
