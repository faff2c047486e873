import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { CACHE, ROOT } from '../n8n/paths';
import type { CancelRow } from './cancel';
import type { Row } from './faultRun';
import type { Machine } from '../n8n/machine';
import type { SoakResult } from './soakRun';

/** What the last runs found, kept so that either of them can write the whole report. */

export interface Part extends Machine {
	tookS: number;
}

/** Each part is kept by itself: it can be run again alone. */
export interface Results {
	faults: Part & { rows: Row[] };
	clock: Part & { rows: Row[] };
	stopped: Part & { rows: CancelRow[] };
	soak: SoakResult;
}

const FOLDER = path.join(CACHE, 'reliability');
const fileOf = (part: keyof Results) => path.join(FOLDER, `${part}.json`);
export const REPORT = path.join(ROOT, 'RELIABILITY.md');

export function save<Name extends keyof Results>(part: Name, result: Results[Name]): void {
	mkdirSync(FOLDER, { recursive: true });
	writeFileSync(fileOf(part), `${JSON.stringify(result, null, '\t')}\n`);
}

/** As it was written by the same code. */
export function load<Name extends keyof Results>(part: Name): Results[Name] | undefined {
	const file = fileOf(part);
	return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results[Name]) : undefined;
}
