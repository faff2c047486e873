import { until, type Json } from '../../n8n/api';
import { linkIn } from '../../n8n/questions';
import type { TestNode } from '../../n8n/workflows';
import { AYU, type Testbed } from '../useN8n';

/** A question: its waiting execution, its link and its answer. */

export const asking = (testbed: Testbed, parameters: Json = {}, settings: Json = {}): TestNode =>
	testbed.node(
		'Ask',
		{
			resource: 'whatsappUnofficial',
			operation: 'sendAndWait',
			destination: AYU,
			message: 'Refund?',
			sendFrom: 'auto',
			...parameters,
		},
		settings,
	);

/** The link in the question that a number gets: the first one, if no other place is named. */
export const linkTo = (testbed: Testbed, number: string, place = 0) =>
	until(`a question to ${number}`, async () => {
		const message = (await testbed.sentTo(number)).at(place);
		return message && linkIn(message.text);
	});

/** Asks by hand, and resolves when the execution waits. */
export async function asked(
	testbed: Testbed,
	parameters: Json = {},
	{ list, behind = [] }: { list?: Json[]; behind?: TestNode[] } = {},
) {
	const { id, workflow } = await testbed.run([asking(testbed, parameters), ...behind], list);
	await testbed.waiting(id);
	return { id, workflow, link: await linkTo(testbed, AYU, -1) };
}

/** The output of an answered question. */
export async function outcome(testbed: Testbed, id: string): Promise<Json> {
	const execution = await testbed.api.finished(id);
	expect(execution.error).toBeUndefined();
	return execution.output('Ask')[0] ?? {};
}
