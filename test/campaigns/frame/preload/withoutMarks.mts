import { Module } from 'node:module';

/** Loaded into n8n before anything else: takes the place for marks away from workflows that are called so. */

interface Helper {
	DeduplicationHelper?: {
		prototype: {
			checkProcessedAndRecord: (
				items: unknown,
				scope: unknown,
				context: { workflow: { name?: string } },
				...rest: unknown[]
			) => Promise<unknown>;
		};
	};
}

type Loads = (request: string, ...rest: unknown[]) => unknown;

const patched = new WeakSet();
const loader = Module as unknown as { _load: Loads };
const real = loader._load;

loader._load = function (request, ...rest) {
	const loaded = real.call(this, request, ...rest);
	if (!request.endsWith('deduplication-helper')) return loaded;
	// n8n's own file of that name.
	const { DeduplicationHelper } = loaded as Helper;
	if (!DeduplicationHelper || patched.has(DeduplicationHelper)) return loaded;
	patched.add(DeduplicationHelper);
	const { prototype } = DeduplicationHelper;
	const record = prototype.checkProcessedAndRecord;
	prototype.checkProcessedAndRecord = function (items, scope, context, ...others) {
		if (context.workflow.name?.endsWith('without marks') === true) {
			// The words of an n8n that has no place for them.
			return Promise.reject(new Error('initialized before use'));
		}
		return record.call(this, items, scope, context, ...others);
	};
	return loaded;
};
