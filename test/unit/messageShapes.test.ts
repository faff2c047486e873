import { readFileSync } from 'node:fs';
import path from 'node:path';

import { businessMessages } from '../../nodes/callbacks/kinds/businessMessages';

interface Shape {
	payload: object;
	/** None, if the payload only has copies of messages that were sent from here, or reports on them. */
	messages: object[];
}

/** Shapes in the manner of many gateways, with invented values. No rule may know a gateway by its name. */
const SHAPES = readFileSync(path.join(__dirname, 'messageShapes.jsonl'), 'utf8')
	.trim()
	.split('\n')
	.map((line) => JSON.parse(line) as Shape);

describe('businessMessages', () => {
	it.each(SHAPES.map(({ payload, messages }) => [JSON.stringify(payload), payload, messages]))(
		'The messages of customers are read from %s',
		(_, payload, messages) => {
			const read = businessMessages(payload);
			// Fields that are not there are undefined.
			expect(JSON.parse(JSON.stringify(read))).toEqual(messages);
		},
	);
});
