import { factsDocument } from '../simulator/facts/document';

const INTRODUCTION =
	'The simulator states each fact of the service once, from the documentation alone. A command writes this page from them: `UPDATE_DOCS=1 npm run test:unit`. A rule may still need a field that is optional here: an SMS without `GSM` is not sent. Where the documentation is silent, see [the decisions of the simulator](../test/simulator/facts/README.md#where-the-documentation-is-silent).';

/** The facts of the service in sentences. */
export const servicePage = (): string =>
	`${factsDocument().replace('\n\n', `\n\n${INTRODUCTION}\n\n`)}\n`;
