import { Module } from 'node:module';

/** Loaded into n8n before anything else: prints how long n8n takes over packages of nodes while it starts. */

type Loads = (request: string, ...rest: unknown[]) => unknown;
type Method = (this: { packageName?: string }) => Promise<void>;

/** n8n's classes, and what of them is timed. */
const TIMED = {
	LazyPackageDirectoryLoader: 'loadAll',
	LoadNodesAndCredentials: 'postProcessLoaders',
};

const timed = new WeakSet();

function time(prototype: Record<string, Method>, name: string): void {
	const real = prototype[name];
	if (!real || timed.has(prototype)) return;
	timed.add(prototype);
	prototype[name] = async function () {
		const from = performance.now();
		await real.call(this);
		process.stdout.write(`took ${name} ${this.packageName ?? '-'} ${performance.now() - from}\n`);
	};
}

// Not in Node's types, though what n8n is loaded by.
const loader = Module as unknown as { _load: Loads };
const load = loader._load;
loader._load = function (request, ...rest) {
	const loaded = Reflect.apply(load, this, [request, ...rest]);
	for (const [name, method] of Object.entries(TIMED)) {
		if (typeof loaded === 'object' && loaded !== null && Object.hasOwn(loaded, name)) {
			const { prototype } =
				(loaded as Record<string, { prototype: Record<string, Method> }>)[name] ?? {};
			if (prototype) time(prototype, method);
		}
	}
	return loaded;
};
