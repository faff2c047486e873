import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';

import { object } from './check';
import type { Answer } from './client';

/** Every value stays the text that it is. */
const parser = new XMLParser({ parseTagValue: false, ignoreDeclaration: true });

/** An answer in XML: what its one root holds, and the name of that. */
export function expectXml(answer: Answer): { root: string; content: Record<string, unknown> } {
	expect(answer.contentType).toMatch(/^(text|application)\/xml\b/);
	const roots = Object.entries(object.parse(parser.parse(answer.text)));
	expect(roots).toHaveLength(1);
	const [root, content] = z.tuple([z.string(), object]).parse(roots[0]);
	return { root, content };
}
