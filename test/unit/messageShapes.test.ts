import { readFileSync } from 'node:fs';
import path from 'node:path';

import { businessMessages } from '../../nodes/callbacks/kinds/businessMessages';

/** Under each heading, the page has a callback and the messages that are read from it. */
const PAGE = readFileSync(path.join(__dirname, '../../docs/service/business-callbacks.md'), 'utf8');
const SHAPES = [...PAGE.matchAll(/^### (.+)\n\n```json\n(.+)\n```\n\n```json\n(.+)\n```$/gm)].map(
	([, title = '', payload = '', messages = '']): [string, object, object[]] => [
		title,
		JSON.parse(payload) as object,
		JSON.parse(messages) as object[],
	],
);

/** Their fields are paths, or JSON in a text: an object around them would change what they say. */
const ALONE = /^(?:Kommo|WuzAPI|Amazon SNS): /;

describe('businessMessages', () => {
	it('The page has a callback under each heading', () => {
		expect(SHAPES).toHaveLength(PAGE.match(/^### /gm)?.length ?? 0);
	});

	it.each(SHAPES)('The messages of customers are read from %s', (title, payload, messages) => {
		// Gateways put the same into objects and lists of their own.
		const around = ALONE.test(title) ? [] : [{ webhook: { data: [{ payload }] } }];
		for (const one of [payload, ...around]) {
			// Fields that are not there are undefined.
			expect(JSON.parse(JSON.stringify(businessMessages(one)))).toEqual(messages);
		}
	});
});
