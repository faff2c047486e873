import { ALL_KINDS } from '../../nodes/callbacks/kinds';
import { USUAL } from '../../nodes/callbacks/kinds/keyword';
import { TABLE } from '../../nodes/MessagingService/engine/life/table';
import { SAID } from '../../nodes/MessagingService/engine/life/words';
import { resources } from '../../nodes/MessagingService/operations';
import { capitalized } from '../../nodes/plain';
import { MESSAGE_STATUS, SMS_STATUSES, smsStatus } from '../../nodes/service';
import { readFirstSteps } from '../n8n/playground';

/** Tables of the documents that state facts of the product or of the service. They come from the product, so that they cannot differ. */

export type Rows = readonly (readonly string[])[];

interface FactTable {
	/** Its path from the root of the project. */
	page: string;
	/** The table is between two comments of this name. */
	name: string;
	rows: Rows;
}

const smsStatuses = (): Rows => [
	['Status', 'Meaning', 'What to do'],
	...Object.entries(SMS_STATUSES)
		.filter(([status]) => status !== '0')
		.sort(([a], [b]) => Number(b) - Number(a))
		.map(([status, { meaning }]) => [status, meaning, smsStatus(status)?.advice ?? '']),
];

const callbacks = (): Rows => [
	['Trigger On', 'Where its URL belongs in the service’s web application'],
	...ALL_KINDS.map(({ name, registeredAt }) => [name, capitalized(registeredAt)]),
];

const keywords = (): Rows => [
	['`keyword`', 'The whole message is one of these words'],
	...USUAL.map(([keyword, words]) => [`\`${keyword}\``, [...words].join(', ')]),
];

const messageStatuses = (): Rows => [
	['Status', 'Code', '`delivered`', 'Final', 'Meaning'],
	...Object.entries(MESSAGE_STATUS).map(([code, { name, became, isFinal, meaning }]) => {
		const delivered = { arrived: 'true', lost: 'false', open: '' }[became];
		return [`\`${name}\``, code, delivered, isFinal ? 'Yes' : 'No', meaning];
	}),
];

const operations = (): Rows => {
	const steps = Object.entries(readFirstSteps()).map(([file, { name, nodes }]) => ({
		link: `[${name.replace('First step: ', '')}](../examples/first-steps/${file}.json)`,
		resources: nodes.map(({ parameters }) => parameters.resource),
	}));
	return [
		['Resource', 'Operations', 'First steps'],
		...resources.map((one) => [
			one.name,
			one.operations.map(({ name }) => name).join(', '),
			steps.flatMap((step) => (step.resources.includes(one.value) ? [step.link] : [])).join(', '),
		]),
	];
};

/** The life of a message, as its code says it. */
const life = (): Rows => [
	[
		...['', 'Note', 'Key', 'Counts', '`was_sent`', 'Leaves', 'Stopped', 'Given up', 'Crashed'],
		...['Crashed, with a key', 'Wrong'],
	],
	...Object.entries(TABLE).map(([state, row]) => [`**${state}**`, ...row.map(String)]),
];

const lifeWords = (): Rows => [
	['Why', '`was_sent`', 'What is said'],
	...Object.entries(SAID).map(([why, [fate, what]]) => [why, WAS_SENT[fate], what]),
];

const WAS_SENT = { uncertain: 'maybe', notSent: 'no', unreadable: 'yes' } as const;

const NEVER_TWICE = 'docs/development/never-twice.md';

export const factTables = (): FactTable[] => [
	{ page: NEVER_TWICE, name: 'life', rows: life() },
	{ page: NEVER_TWICE, name: 'words', rows: lifeWords() },
	{ page: 'docs/sending.md', name: 'operations', rows: operations() },
	{ page: 'docs/service/sms-statuses.md', name: 'sms statuses', rows: smsStatuses() },
	{ page: 'docs/triggers.md', name: 'callbacks', rows: callbacks() },
	{ page: 'docs/triggers.md', name: 'keywords', rows: keywords() },
	{ page: 'docs/outputs.md', name: 'message statuses', rows: messageStatuses() },
];
