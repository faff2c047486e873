import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	ICheckProcessedContextData,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';

/** What n8n's database keeps of marks: a row for each node of each workflow. */
class Marks implements IDataDeduplicator {
	private readonly rows = new Map<string, Set<DeduplicationItemTypes>>();

	private rowOf({ workflow, node }: ICheckProcessedContextData) {
		const key = JSON.stringify([workflow.id, node?.id]);
		const row = this.rows.get(key) ?? new Set<DeduplicationItemTypes>();
		this.rows.set(key, row);
		return row;
	}

	checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		_scope: DeduplicationScope,
		context: ICheckProcessedContextData,
	): Promise<IDeduplicationOutput> {
		const row = this.rowOf(context);
		const processed = items.filter((item) => row.has(item));
		for (const item of items) row.add(item);
		return Promise.resolve({
			new: items.filter((item) => !processed.includes(item)),
			processed,
		});
	}

	removeProcessed(
		items: DeduplicationItemTypes[],
		_scope: DeduplicationScope,
		context: ICheckProcessedContextData,
	): Promise<void> {
		for (const item of items) this.rowOf(context).delete(item);
		return Promise.resolve();
	}

	clearAllProcessedItems = () => Promise.reject(new Error('not asked for'));
	getProcessedDataCount = () => Promise.reject(new Error('not asked for'));
}

/** Gives n8n-core a place for marks, as n8n itself has one. It stays for the rest of the test file. */
export async function keepMarks(): Promise<IDataDeduplicator> {
	const marks = new Marks();
	await DataDeduplicationService.init(marks);
	return marks;
}
