/**
 * Imports go in one direction: a module comes after those that it imports. Every module may import plain and service.
 *
 * at          The folder of the module (ends in '/') or its only file. A file belongs to the innermost module.
 * may         The modules that it may import.
 * types       The modules from which it may import only types.
 * noN8n       It imports only types of n8n-workflow, because the build runs it to make the output previews.
 * entryOf     Its entry file is also an entry file of the module around it.
 *
 * Files of one module may import each other. Other modules import a folder by its entry file, index.ts.
 */
const ENGINE = 'nodes/MessagingService/engine/';
const OPERATIONS = 'nodes/MessagingService/operations/';
const ENGINE_PARTS = [
	'outcome',
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
	// These modules know nothing of n8n's executions.
	{ name: 'plain', at: 'nodes/plain/', may: [] },
	{ name: 'service', at: 'nodes/service/', may: [] },
	{ name: 'login', at: 'nodes/login/', may: [] },
	// The node makes button IDs and the trigger reads them, so neither owns this module.
	{ name: 'answerButton', at: 'nodes/answerButton/', may: [] },

	// The engine begins with what all its parts need, and ends with what runs a batch.
	{ name: 'outcome', at: `${ENGINE}outcome.ts`, may: [] },
	{ name: 'answer', at: `${ENGINE}answer.ts`, may: ['outcome'] },
	{ name: 'pace', at: `${ENGINE}pace/`, may: ['outcome'] },
	{ name: 'wire', at: `${ENGINE}wire/`, may: ['outcome', 'answer', 'pace'] },
	{ name: 'account', at: `${ENGINE}account.ts`, may: ['login', 'pace', 'wire'] },
	{
		name: 'facts',
		at: `${ENGINE}facts.ts`,
		may: ['outcome', 'answer', 'pace', 'wire', 'account'],
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
		may: ['outcome'],
		types: ['pace', 'wire'],
	},
	{ name: 'n8n', at: `${ENGINE}n8n/`, may: ['pace', 'register'] },
	{ name: 'itemState', at: `${ENGINE}itemState.ts`, may: ENGINE_PARTS },
	{
		name: 'check',
		at: `${ENGINE}check/`,
		may: ['outcome', 'pace', 'wire', 'account', 'facts', 'operation', 'n8n', 'itemState'],
	},
	{ name: 'output', at: `${ENGINE}output/`, may: ['outcome', 'register', 'n8n', 'itemState'] },
	{ name: 'engine', at: ENGINE, may: ENGINE_PARTS },

	{ name: 'inputs', at: `${OPERATIONS}inputs/`, may: ['operation'], noN8n: true },
	// The editor's lists use `channel` and `template` too, so these are modules inside a module.
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
		may: ['login', 'operation', 'inputs', 'channel', 'template', 'question'],
		noN8n: true,
	},
	{
		name: 'panel',
		at: 'nodes/MessagingService/panel.ts',
		may: [...THE_ENGINE, 'operations'],
	},
	{
		name: 'lookups',
		at: 'nodes/MessagingService/lookups.ts',
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
		may: [...THE_ENGINE, 'login', 'operations', 'question', 'panel', 'lookups', 'sendAndWait'],
	},

	{ name: 'callbacks/kinds', at: 'nodes/callbacks/kinds/', may: [] },
	{ name: 'callbacks/response', at: 'nodes/callbacks/response.ts', may: [] },
	{ name: 'callbacks/access', at: 'nodes/callbacks/access.ts', may: ['login', 'callbacks/response'] },
	{
		name: 'callbacks',
		at: 'nodes/callbacks/',
		may: ['login', 'answerButton', 'callbacks/kinds', 'callbacks/response', 'callbacks/access'],
	},
	...['Trigger', 'StatusTrigger'].map((kind) => ({
		name: `MessagingService${kind}`,
		at: `nodes/MessagingService${kind}/`,
		may: ['callbacks'],
	})),

	{ name: 'credentials', at: 'credentials/', may: ['login'] },
];

/** Every module may import these, except for the modules that these import themselves. */
const FOR_ALL = {
	plain: [],
	service: ['plain'],
};

module.exports = { MODULES, FOR_ALL };
