import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { z } from 'zod';

import { CACHE } from '../n8n/paths';

/** The reports of long runs and the data behind them. Git ignores them: a release gets them as attachments. */

const REPORTS = path.join(CACHE, 'reports');

const reportFile = (name: string) => path.join(REPORTS, name);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const holdsRecords = (value: unknown): boolean =>
	isObject(value) &&
	((Array.isArray(value) && value.some(isObject)) || Object.values(value).some(holdsRecords));

/** Each record is on a line of its own, so that a change shows which ones changed. */
function laidOut(value: object, indent = ''): string {
	const deeper = `${indent}  `;
	const written = (one: unknown) =>
		isObject(one) && holdsRecords(one) ? laidOut(one, deeper) : JSON.stringify(one);
	const isList = Array.isArray(value);
	const lines = isList
		? value.map(written)
		: Object.entries(value)
				.filter(([, one]) => one !== undefined)
				.map(([key, one]) => `${JSON.stringify(key)}: ${written(one)}`);
	const inside = lines.map((line) => `${deeper}${line}`).join(',\n');
	return isList ? `[\n${inside}\n${indent}]` : `{\n${inside}\n${indent}}`;
}

export function writeData(name: string, value: object): void {
	mkdirSync(REPORTS, { recursive: true });
	writeFileSync(reportFile(name), `${laidOut(value)}\n`);
}

/** Undefined if the command that writes it has not run yet. */
export const readData = <Schema extends z.ZodTypeAny>(
	name: string,
	schema: Schema,
): z.output<Schema> | undefined =>
	existsSync(reportFile(name))
		? (schema.parse(JSON.parse(readFileSync(reportFile(name), 'utf8'))) as z.output<Schema>)
		: undefined;

export function writePage(name: string, text: string): void {
	mkdirSync(REPORTS, { recursive: true });
	writeFileSync(reportFile(name), text);
}
