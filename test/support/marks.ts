import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';

/** The marks in n8n's database: a row for each node of a workflow, which drops its oldest beyond a limit. */
export class Marks implements IDataDeduplicator {
	private readonly rows = new Map<string, DeduplicationItemTypes[]>();
	/** The workflows whose rows were written, in order. */
	readonly writes: string[] = [];

	private keyOf({ workflow, node }: ICheckProcessedContextData): string {
		return JSON.stringify([workflow.id, node?.id]);
	}

	rowOf(context: ICheckProcessedContextData): DeduplicationItemTypes[] {
		return this.rows.get(this.keyOf(context)) ?? [];
	}

	checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		_scope: DeduplicationScope,
		context: ICheckProcessedContextData,
		{ maxEntries = Number.POSITIVE_INFINITY }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		const row = this.rowOf(context);
		const known = new Set(row);
		const isNew = (item: DeduplicationItemTypes) => !known.has(item);
		const all = [...row, ...items.filter(isNew)];
		this.rows.set(this.keyOf(context), all.slice(Math.max(0, all.length - maxEntries)));
		this.writes.push(context.workflow.id);
		const processed = items.filter((item) => !isNew(item));
		return Promise.resolve({ new: items.filter(isNew), processed });
	}

	removeProcessed(
		items: DeduplicationItemTypes[],
		_scope: DeduplicationScope,
		context: ICheckProcessedContextData,
	): Promise<void> {
		const gone = new Set(items);
		const kept = this.rowOf(context).filter((mark) => !gone.has(mark));
		this.rows.set(this.keyOf(context), kept);
		this.writes.push(context.workflow.id);
		return Promise.resolve();
	}

	clearAllProcessedItems = () => Promise.reject(new Error('not asked for'));

	getProcessedDataCount = (_scope: DeduplicationScope, context: ICheckProcessedContextData) =>
		Promise.resolve(this.rowOf(context).length);
}

let marks: Marks | undefined;

/** Gives n8n-core a place for marks, which n8n has in its server. It stays for the rest of the test file, and all files share n8n-core. */
export async function keepMarks(): Promise<Marks> {
	if (marks === undefined) {
		marks = new Marks();
		Reflect.set(DataDeduplicationService, 'instance', undefined);
		await DataDeduplicationService.init(marks);
	}
	return marks;
}
