import { z } from 'zod';

import type { Execution, Stored } from '../../n8n/api';
import { controlOf } from '../../n8n/control';
import { startModel, type Model } from '../../n8n/model';
import {
	callbackUrlOf,
	createCredentials,
	importExample,
	readExamples,
	startsByItself,
	type Example,
} from '../../n8n/playground';
import type { Testbed } from '../useN8n';

/** A few of the examples in a real n8n, published, and what people do with them. */

const message = z.object({
	ref_no: z.string(),
	route: z.string(),
	from: z.string(),
	to: z.string(),
	text: z.string(),
	room_id: z.string().nullable(),
});

export type Message = z.output<typeof message>;

const paged = <T extends z.ZodTypeAny>(entry: T) => z.object({ data: z.array(entry) });

const table = z.object({ id: z.string(), name: z.string(), projectId: z.string() });

export interface Examples {
	workflow: (name: string) => Stored;
	/** What reached a number, oldest first. */
	messagesTo: (number: string) => Promise<Message[]>;
	/** Somebody writes. */
	write: (from: string, text: string, route?: string) => Promise<void>;
	/** Presses Execute workflow. */
	run: (name: string, trigger?: string) => Promise<Execution>;
	/** The executions that something outside n8n starts, the oldest first. */
	startedBy: (name: string, cause: () => Promise<unknown>) => Promise<Execution[]>;
	/** The rows of a data table. */
	rowsOf: (name: string) => Promise<Record<string, unknown>[]>;
	/** From now on, callbacks of a kind go to this example. */
	register: (kind: string, name: string, trigger?: string) => Promise<void>;
}

export const SENDER = '6281100000012';

interface Others {
	/** Where the names are looked up. */
	from?: Readonly<Record<string, Example>>;
	/** By the names, with shorter waits where the file has hours. */
	edited?: Readonly<Record<string, (example: Example) => Example>>;
}

export function useExamples(
	testbed: Testbed,
	names: readonly string[],
	{ from = readExamples(), edited = {} }: Others = {},
): Examples {
	const workflows: Record<string, Stored> = {};
	let model: Model | undefined;

	const control = (method: string, path: string, body?: unknown) =>
		controlOf(testbed.simulator.url).call(method, path, body);

	beforeAll(async () => {
		model = await startModel();
		const addresses = { simulator: testbed.simulator.url, model: model.url };
		const credentials = await createCredentials(testbed.api, addresses);
		for (const name of names) {
			const found = from[name];
			if (found === undefined) throw new Error(`There is no example ${name}`);
			const example = edited[name]?.(found) ?? found;
			const stored = await importExample(testbed.api, example, credentials);
			if (startsByItself(example)) await testbed.api.activate(stored);
			workflows[name] = stored;
		}
	});

	afterAll(() => model?.stop());

	const workflow = (name: string) => {
		const found = workflows[name];
		if (found === undefined) throw new Error(`The example ${name} is not imported`);
		return found;
	};

	return {
		workflow,
		messagesTo: async (number) =>
			z
				.object({ messages: z.array(message) })
				.parse(await control('GET', `/messages?number=${number}`)).messages,
		write: async (from, text, route = 'unofficial') => {
			await control('POST', '/inbox', {
				route,
				from,
				text,
				...(route === 'unofficial' && { to: SENDER }),
			});
		},
		run: async (name, trigger = 'Start by hand') =>
			testbed.api.finished(await testbed.api.run(workflow(name), trigger)),
		startedBy: async (name, cause) => {
			const known = (await testbed.api.executions(workflow(name))).map(({ id }) => id);
			await cause();
			await testbed.api.nextExecution(workflow(name), known);
			const all = await testbed.api.executions(workflow(name));
			const fresh = all.filter(({ id }) => !known.includes(id)).reverse();
			return Promise.all(fresh.map(({ id }) => testbed.api.finished(id)));
		},
		rowsOf: async (name) => {
			const { data: tables } = await testbed.api.request(
				'GET',
				'/data-tables-global',
				paged(table),
			);
			const found = tables.find((one) => one.name === name);
			if (found === undefined) return [];
			const { data } = await testbed.api.request(
				'GET',
				`/projects/${found.projectId}/data-tables/${found.id}/rows?take=250`,
				paged(z.record(z.string(), z.unknown())),
			);
			return data;
		},
		register: async (kind, name, trigger = 'Message arrived') => {
			const url = callbackUrlOf(testbed.api.url, workflow(name), trigger);
			await controlOf(testbed.simulator.url).register({ [kind]: url });
		},
	};
}
