/**
 * Imports go in one direction. A module is a folder (ends in '/'), imported by its index.ts, or a file. A file belongs
 * to the innermost module. Within a group, a module may import those before it. From elsewhere, it may import only
 * what its group uses.
 */
const NODE = 'nodes/MessagingService/';
const ENGINE = `${NODE}engine/`;
const OPERATIONS = `${NODE}operations/`;

/** These know nothing of n8n's executions. */
const BASE = ['nodes/plain/', 'nodes/service/', 'nodes/login/', 'nodes/answerButton/'];

const GROUPS = [
	{ folder: '', order: BASE, uses: [] },
	{
		// It begins with what all its parts need, and ends with what runs a batch.
		folder: ENGINE,
		order: [
			...['outcome.ts', 'answer.ts', 'pace/', 'wire/', 'account.ts', 'facts.ts', 'operation/'],
			...['register/', 'life/', 'n8n/', 'itemState.ts', 'check/', 'output/', ''],
		],
		uses: BASE,
	},
	{
		// The build runs them to make the output previews, so they import only types of n8n-workflow.
		folder: OPERATIONS,
		order: [
			'inputs/',
			'whatsappOfficial/channel.ts',
			'whatsappOfficial/template/',
			'question/',
			'account/',
			'',
		],
		uses: [...BASE, `${ENGINE}operation/`],
	},
	{
		folder: NODE,
		order: ['panel.ts', 'lookups.ts', 'checkSetup.ts', 'sendAndWait/', 'MessagingService.node.ts'],
		uses: [
			...[...BASE, ENGINE, `${ENGINE}operation/`, OPERATIONS],
			...['question/', 'account/'].map((name) => OPERATIONS + name),
			...['channel.ts', 'template/'].map((name) => `${OPERATIONS}whatsappOfficial/${name}`),
		],
	},
	{
		folder: 'nodes/callbacks/',
		order: ['kinds/', 'response.ts', ''],
		uses: BASE,
	},
	...['Trigger', 'StatusTrigger'].map((kind) => ({
		folder: `nodes/MessagingService${kind}/`,
		order: [''],
		uses: [...BASE, 'nodes/callbacks/'],
	})),
	{ folder: 'credentials/', order: [''], uses: BASE },
];

module.exports = { GROUPS };
