import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { Execution, type Setting } from './harness';
import { nodeAt } from './login';
import { numberOf } from './probing';

export const recipients = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, at) => ({ to: numberOf(at) }));

let workflows = 0;

/** The node in a workflow of its own, with an unofficial text of 1 credit for each item that has no text. */
export const texts = (
	service: { readonly url: string },
	items: IDataObject[],
	options: INodeParameters,
	given: Partial<Setting> = {},
): Execution =>
	new Execution(
		nodeAt(
			service.url,
			{
				resource: 'whatsappUnofficial',
				operation: 'sendText',
				options,
				destination: '={{ $json.to }}',
				message: "={{ $json.text ?? 'Hello ' + $json.to }}",
			},
			{ items, workflowId: `texts ${++workflows}`, ...given },
		),
	);
