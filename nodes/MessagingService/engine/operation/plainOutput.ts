import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

const record = z.record(z.unknown());

/** An object becomes one item; a list becomes one item per entry. */
export function plainOutput(data: unknown): IDataObject[] {
	const entries: unknown[] = Array.isArray(data) ? data : [data];
	return entries.map((entry) => {
		const parsed = record.safeParse(entry);
		// It was parsed from JSON or XML, and JSON is what n8n's items hold.
		return (parsed.success ? parsed.data : { value: entry }) as IDataObject;
	});
}
