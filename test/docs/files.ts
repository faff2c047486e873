import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { z } from 'zod';

import { ROOT } from '../n8n/paths';

/** Pages in docs/ that a command writes, and the figures behind them in docs/data/. */

export const DOCS = path.join(ROOT, 'docs');

const dataFile = (name: string) => path.join(DOCS, 'data', name);

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
	mkdirSync(path.dirname(dataFile(name)), { recursive: true });
	writeFileSync(dataFile(name), `${laidOut(value)}\n`);
}

/** Undefined if the command that writes it has not run yet. */
export const readData = <Schema extends z.ZodTypeAny>(
	name: string,
	schema: Schema,
): z.output<Schema> | undefined =>
	existsSync(dataFile(name))
		? (schema.parse(JSON.parse(readFileSync(dataFile(name), 'utf8'))) as z.output<Schema>)
		: undefined;

export function writePage(name: string, text: string): void {
	writeFileSync(path.join(DOCS, name), text);
}
