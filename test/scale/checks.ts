import { isDeepStrictEqual } from 'node:util';

import { say } from '../n8n/told';

/** What must be so: each is told at once, and counted. */
export class Checks {
	passed = 0;
	failed = 0;

	same(what: string, found: unknown, wanted: unknown): void {
		if (isDeepStrictEqual(found, wanted)) {
			this.passed++;
			say(`  ✓ ${what}`);
		} else {
			this.fail(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
		}
	}

	fail(what: string): void {
		this.failed++;
		say(`  ✗ ${what}`);
	}
}
