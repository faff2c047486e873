import { z } from 'zod';

import { TRIGGER_OUTPUTS } from '../../nodes/callbacks/kinds';
import { acceptedCore } from '../../nodes/MessagingService/engine/operation';
import { failedItem, validatedItem } from '../../nodes/MessagingService/engine/output';
import { resources } from '../../nodes/MessagingService/operations';

/** All outputs with their fields, from the schemas that responses are checked against. */

const CORE = Object.keys(acceptedCore.shape);
const { MessagingServiceTrigger, MessagingServiceStatusTrigger } = TRIGGER_OUTPUTS;
const output = (name: string, { shape }: { shape: object }) => ({
	name,
	fields: Object.keys(shape),
});

export const OUTPUTS = [
	output('Every message that is accepted (what all sends output)', acceptedCore),
	...resources.flatMap((resource) =>
		resource.operations.map(({ name, preview, answer, fields }) => {
			// Without Simplify, the whole response is output.
			const isWhole = fields.some((field) => field.name === 'simplify');
			const entry: unknown = answer instanceof z.ZodArray ? answer.element : answer;
			const all = isWhole && entry instanceof z.ZodObject ? entry.merge(preview) : preview;
			const names = Object.keys(all.shape);
			// Only an accepted message has a text besides its status.
			const isSend = ['ref_no', 'status', 'text'].every((field) => names.includes(field));
			return {
				name: `${resource.name}: ${name}`,
				fields: names.filter((field) => !(isSend && CORE.includes(field))),
			};
		}),
	),
	output('An item that failed (its own columns, and)', failedItem),
	output('An item with Validate Only', validatedItem),
	output('Messaging Service Trigger', MessagingServiceTrigger),
	output('Messaging Service Status Trigger', MessagingServiceStatusTrigger),
];
