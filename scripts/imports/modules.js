/**
 * The modules of nodes/ and credentials/, and what each may import: a module imports only from those above it.
 *
 * at          its folder (ends in '/') or its only file. A file belongs to the innermost module that contains it.
 * may         the modules it may import, beside plain and service, which every module above them may import
 * types       the modules it may import only types of
 * noN8n       it imports only types of n8n-workflow, because the build runs it to make the output previews
 * entryOf     its entry file is also an entry file of the module that contains it
 *
 * Files of one module may import each other. A module in a folder is imported by its entry file, index.ts.
 */
const ENGINE = 'nodes/MessagingService/engine/';
const OPERATIONS = 'nodes/MessagingService/operations/';
const ENGINE_PARTS = [
	'outcome',
	'clock',
	'answer',
	'pace',
	'wire',
	'account',
	'facts',
	'operation',
	'register',
	'n8n',
	'check',
	'itemState',
	'output',
];
const THE_ENGINE = ['operation', 'engine'];

const MODULES = [
	// What knows nothing of n8n's executions.
	{ name: 'plain', at: 'nodes/plain/', may: [] },
	{ name: 'service', at: 'nodes/service/', may: [] },
	{ name: 'login', at: 'nodes/login/', may: [] },
	// What a message carries and a callback brings back.
	{ name: 'answerButton', at: 'nodes/answerButton/', may: [] },

	// The engine, from what every part of it needs up to what runs a batch.
	{ name: 'outcome', at: `${ENGINE}outcome.ts`, may: [] },
	{ name: 'clock', at: `${ENGINE}clock.ts`, may: [] },
	{ name: 'answer', at: `${ENGINE}answer/`, may: ['outcome'] },
	{ name: 'pace', at: `${ENGINE}pace/`, may: ['outcome', 'clock'] },
	{ name: 'wire', at: `${ENGINE}wire/`, may: ['outcome', 'answer', 'pace'] },
	{ name: 'account', at: `${ENGINE}account.ts`, may: ['login', 'pace', 'wire'] },
	{
		name: 'facts',
		at: `${ENGINE}facts.ts`,
		may: ['outcome', 'clock', 'answer', 'pace', 'wire', 'account'],
	},
	{
		name: 'operation',
		at: `${ENGINE}operation/`,
		may: ['outcome', 'answer'],
		types: ['pace', 'wire', 'facts'],
		noN8n: true,
		entryOf: 'engine',
	},
	{
		name: 'register',
		at: `${ENGINE}register/`,
		may: ['outcome', 'clock'],
		types: ['pace', 'wire'],
	},
	{ name: 'n8n', at: `${ENGINE}n8n/`, may: ['clock', 'register'] },
	{ name: 'itemState', at: `${ENGINE}itemState.ts`, may: ENGINE_PARTS },
	{
		name: 'check',
		at: `${ENGINE}check/`,
		may: ['outcome', 'clock', 'wire', 'account', 'facts', 'operation', 'n8n', 'itemState'],
	},
	{ name: 'output', at: `${ENGINE}output/`, may: ['outcome', 'wire', 'n8n', 'itemState'] },
	{ name: 'engine', at: ENGINE, may: ENGINE_PARTS },

	// The node.
	{ name: 'inputs', at: `${OPERATIONS}inputs/`, may: ['operation'], noN8n: true },
	// What the editor's lists show, too.
	{
		name: 'channel',
		at: `${OPERATIONS}whatsappOfficial/channel.ts`,
		may: ['operation', 'inputs'],
		noN8n: true,
		entryOf: 'operations',
	},
	{
		name: 'template',
		at: `${OPERATIONS}whatsappOfficial/template/`,
		may: ['operation', 'inputs'],
		noN8n: true,
		entryOf: 'operations',
	},
	{
		name: 'question',
		at: `${OPERATIONS}question/`,
		may: ['operation', 'inputs'],
		noN8n: true,
		entryOf: 'operations',
	},
	{
		name: 'operations',
		at: OPERATIONS,
		may: ['operation', 'inputs', 'channel', 'template', 'question'],
		noN8n: true,
	},
	{
		name: 'panel',
		at: 'nodes/MessagingService/panel.ts',
		may: [...THE_ENGINE, 'operations'],
	},
	{
		name: 'lookups',
		at: 'nodes/MessagingService/lookups/',
		may: [...THE_ENGINE, 'operations', 'channel', 'template'],
	},
	{
		name: 'sendAndWait',
		at: 'nodes/MessagingService/sendAndWait/',
		may: [...THE_ENGINE, 'answerButton', 'operations', 'question'],
	},
	{
		name: 'node',
		at: 'nodes/MessagingService/MessagingService.node.ts',
		may: [...THE_ENGINE, 'login', 'operations', 'panel', 'lookups', 'sendAndWait'],
	},

	// The triggers.
	{ name: 'callbacks/kinds', at: 'nodes/callbacks/kinds/', may: [] },
	{ name: 'callbacks/answer', at: 'nodes/callbacks/answer.ts', may: [] },
	{ name: 'callbacks/access', at: 'nodes/callbacks/access/', may: ['login', 'callbacks/answer'] },
	{
		name: 'callbacks',
		at: 'nodes/callbacks/',
		may: ['login', 'answerButton', 'callbacks/kinds', 'callbacks/answer', 'callbacks/access'],
	},
	...['Trigger', 'StatusTrigger'].map((kind) => ({
		name: `MessagingService${kind}`,
		at: `nodes/MessagingService${kind}/`,
		may: ['callbacks'],
	})),

	{ name: 'credentials', at: 'credentials/', may: ['login'] },
];

/** What every module may import, but for those that these are made of. */
const FOR_ALL = {
	plain: [],
	service: ['plain'],
};

module.exports = { MODULES, FOR_ALL };
