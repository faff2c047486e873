import { until, type Json } from '../../n8n/api';
import type { TestNode } from '../../n8n/workflows';
import { AYU, type Testbed } from '../useN8n';

/** A question on its way: the execution that waits, the link that the recipient got, and the answer. */

/** It ends the message. */
export const linkIn = (text: string | null | undefined): string => {
	const [link] = /http\S+$/.exec(text?.trim() ?? '') ?? [];
	if (link === undefined) throw new Error(`no link in: ${text ?? 'nothing'}`);
	return link;
};

/** The fields of a page, by their names. */
export type Filled = Record<string, string | readonly string[]>;

/** Sends the page as a browser does without JavaScript. */
export function postAnswer(link: string, filled: Filled, multipart = false): Promise<Response> {
	const body = multipart ? new FormData() : new URLSearchParams();
	for (const [name, value] of Object.entries(filled)) {
		for (const one of [value].flat()) body.append(name, one);
	}
	return fetch(link, { method: 'POST', body });
}

export const approve = (link: string) => postAnswer(link, { approved: 'true' });

export const asking = (testbed: Testbed, parameters: Json = {}, settings: Json = {}): TestNode =>
	testbed.node(
		'Ask',
		{
			resource: 'whatsappUnofficial',
			operation: 'sendAndWait',
			destination: AYU,
			message: 'Refund?',
			...parameters,
		},
		settings,
	);

/** Asks by hand, and resolves when the execution waits. */
export async function asked(
	testbed: Testbed,
	parameters: Json = {},
	{ list, behind = [] }: { list?: Json[]; behind?: TestNode[] } = {},
) {
	const { id, workflow } = await testbed.run([asking(testbed, parameters), ...behind], list);
	await testbed.waiting(id);
	return { id, workflow, link: linkIn((await testbed.sentTo(AYU)).at(-1)?.text) };
}

/** What comes out of the question in the end. */
export function outcome(testbed: Testbed, id: string): Promise<Json> {
	// n8n 1 stores how an execution ended just before what it did.
	return until('the output', async () => {
		const execution = await testbed.api.finished(id);
		expect(execution.error).toBeUndefined();
		return execution.output('Ask')[0];
	});
}
