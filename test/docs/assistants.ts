import type { INodeProperties } from 'n8n-workflow';

import { COMMON_OPTIONS } from '../../nodes/MessagingService/engine/operation';
import { resources } from '../../nodes/MessagingService/operations';
import { exampleOf } from '../support/operations';
import { inbox, statusTrigger } from '../support/ownTypes';
import { list, page } from './markdown';
import { OUTPUTS } from './outputs';

/** The page for AI assistants, made from the fields that the editor shows. */

const HOLDS_NO_VALUE = new Set(['notice', 'callout', 'button', 'hidden']);

const isValue = ({ type, name }: INodeProperties) =>
	!HOLDS_NO_VALUE.has(type) && name !== 'options' && !/^(templateText|callbackUrl)$/.test(name);

const choicesOf = (field: INodeProperties) =>
	(field.options ?? []).flatMap((one) => ('value' in one ? [String(one.value)] : []));

/** Such as values: {from (number), to (number)} for a collection. */
const insideOf = ({ options = [] }: INodeProperties): string =>
	options
		.map((one) =>
			'values' in one
				? `${one.name}: {${one.values
						.filter(({ type }) => type !== 'hidden')
						.map((field) => `${field.name}${kindOf(field)}`)
						.join(', ')}}`
				: '',
		)
		.join('');

/** A list of time zones would fill the page. */
const MOST_CHOICES = 10;

function kindOf(field: INodeProperties): string {
	const { type, typeOptions, displayName } = field;
	const choices = choicesOf(field);
	if (choices.length > MOST_CHOICES) return ' (such as Asia/Jakarta)';
	if (type === 'options') {
		const { default: usual } = field;
		const others = choices.filter((choice) => choice !== usual);
		return ` (${[...choices.filter((choice) => choice === usual), ...others].join('|')})`;
	}
	if (type === 'multiOptions') return ` (list of ${choices.join('|')})`;
	if (type === 'resourceLocator') return ' ({"__rl":true,"mode":"id","value":"…"})';
	if (type === 'resourceMapper') return ' ({"mappingMode":"defineBelow","value":{"{{1}}":"…"}})';
	if (type === 'fixedCollection') {
		const inside = insideOf(field);
		return ` ({${typeOptions?.multipleValues === true ? inside.replace(/: (.*)$/, ': [$1]') : inside}})`;
	}
	if (type === 'number') return displayName.includes('Seconds') ? ' (seconds)' : '';
	return type === 'boolean' ? '?' : '';
}

function conditionOf({ displayOptions }: INodeProperties): string {
	const conditions = Object.entries(displayOptions?.show ?? {}).filter(
		([name, values]) => !/^(resource|operation|@.*)$/.test(name) && values !== undefined,
	);
	return conditions.length === 0
		? ''
		: ` [${conditions.map(([name, values]) => `${name}=${(values ?? []).map(String).join('|')}`).join(';')}]`;
}

const fieldWords = (field: INodeProperties): string =>
	`\`${field.name}\`${field.required === true ? '*' : ''}${kindOf(field)}${conditionOf(field)}`;

const fieldsWords = (fields: readonly INodeProperties[]) =>
	fields.filter(isValue).map(fieldWords).join(', ');

const optionsWords = (options: readonly INodeProperties[]) => options.map(fieldWords).join(', ');

interface Shared {
	/** What the page calls these fields. */
	called: string;
	has: RegExp;
}

/** Several operations have these fields, so the page says them once. */
const SHARED: readonly Shared[] = [
	{
		called: '+question',
		has: /^(message|responseType|approvalOptions|formFields|limitWaitTime|pageLanguage|messageButtonLabel|responseForm[A-Z]\w+)$/,
	},
	{
		called: '+sender',
		has: /^(sendFrom|queue|sender|channel|deliveryTimeout|includeUnsubscribe|isGroup|pauseBetween)$/,
	},
	{ called: '+number', has: /^(destination|blockedNumbers|campaign|defaultCountryCode|testTo)$/ },
	{ called: '+list', has: /^(returnAll|limit)$/ },
];

const OPERATIONS = resources.flatMap(({ operations }) => operations);

const hasAny = ({ fields, options }: (typeof OPERATIONS)[number], { has }: Shared) =>
	[...fields, ...options].filter(({ name }) => has.test(name)).length > 1;

const sharedParts = SHARED.flatMap((shared) => {
	const one = OPERATIONS.find((operation) => hasAny(operation, shared));
	const fields = (one?.fields ?? []).filter(({ name }) => shared.has.test(name));
	const options = (one?.options ?? []).filter(({ name }) => shared.has.test(name));
	const further = options.length > 0 ? `; options ${optionsWords(options)}` : '';
	return one === undefined ? [] : [`**${shared.called}**: ${fieldsWords(fields)}${further}`];
});

const operationParts = resources.flatMap(({ value: resource, description, operations }) => [
	`### ${resource}`,
	description,
	list(
		operations.map((operation) => {
			const shared = SHARED.filter((one) => hasAny(operation, one));
			const isOwn = (field: INodeProperties) => !shared.some(({ has }) => has.test(field.name));
			const fields = [
				...operation.fields.filter(isValue).filter(isOwn).map(fieldWords),
				...shared.map(({ called }) => called),
			];
			const options = operation.options.filter(isOwn);
			const example = { resource, operation: operation.value };
			return [
				`**\`${operation.value}\`**: ${operation.action}${fields.length > 0 ? `: ${fields.join(', ')}` : ''}${options.length > 0 ? `; options ${optionsWords(options)}` : ''}`,
				`  \`${JSON.stringify({ ...example, ...exampleOf(`${resource} ${operation.value}`).item })}\``,
			].join('\n');
		}),
	),
]);

const TRAPS = [
	'Ask the user for the number, the channel, the template and the gateway.',
	'Set `validateOnly: true` in `options` while you build, and remove it only when the user says so. The nodes behind it still run: before what stores or reports a send, put an If node with `={{ $json.status === "accepted" }}`.',
	"Nobody gets an `options.campaign` twice from this node. For orders, webhooks and agents set `options.sendOnceKey` to an expression that is unique to the message, such as `={{ $json.order_id }}`. A repeat comes out with `sent: false`, `already_sent: true`. A copy of the workflow sends again. For an agent: `={{ $execution.id }} {{ $fromAI('destination', …) }} {{ $fromAI('message', …) }}`, with the words of the fields.",
	'For STOP, give the numbers of a data table to `options.blockedNumbers`.',
	'Numbers begin with the country code. For local numbers (0812…) the user sets Default Country Code in the credentials, or you set `options.defaultCountryCode` to "62" or another code.',
	"For an AI Agent, use its typeVersion 3 or higher. Set `resource`, `operation` and all options yourself, and `descriptionType: \"manual\"` with a `toolDescription`. Let the model fill in a field by `\"={{ $fromAI('destination', 'Number with country code', 'string') }}\"`.",
	'For an AI Agent, and behind a public form or webhook, set `options.allowedRecipients`: numbers separated by commas, where `628000*` means all that begin so. `options.mostMessages` is 10 for an agent unless set, and counts all calls in one execution (behind an MCP Server Trigger: in an hour). Media URLs of an agent need `options.allowedMediaHosts`.',
	'`channelId` and `templateId` are IDs of the account: take them from `getChannels` and `getTemplates`. Or write `{"__rl":true,"mode":"list","value":""}`: the user chooses. `parametersJson` is a string with a JSON list in the order of the placeholders.',
	'`resource` and `operation` take no expression. Options go into the object `options`.',
	'`status: accepted` is not delivered. Reports come to a trigger, and have only `ref_no`: store it with the number. Within the workflow, `options.waitForDelivery` waits (WhatsApp Unofficial).',
	'A reply to a broadcast starts the trigger (`whatsappOfficialInbox`), and no node waits for it. Answer with `reply` and the `room_id` of the trigger. `sendAndWait` of `whatsappOfficial` needs such a `room_id`, so it cannot ask by a template.',
	'`from` and `to` of a trigger, and `destination` of a send, are digits with the country code: compare them as they are. Local numbers need `options.defaultCountryCode` in the trigger.',
	'After `sendAndWait`, put a Switch on `={{ $json.data.outcome }}`: `approved`, `declined` or `no_answer` (`answered` or `no_answer` for a text or a form, in `data.text` and `data.<label>`). It asks only for the first item: use Loop Over Items with a batch size of 1.',
	'Texts of `whatsappOfficial` cannot have line breaks, tabs or 5 spaces in a row: set `options.fitText: true`.',
	'Free text to `whatsappOfficial` and `whatsappBusiness` reaches only people who wrote first.',
	'With `onError: "continueErrorOutput"`, use another route only for items whose `was_sent` is `no`, or whose `delivered` is false.',
	'A trigger starts nothing until the user registers its Production URL with `?token=` at the service.',
	'A workflow that you create through the API of n8n needs a `webhookId` (a random UUID) in each trigger with an address. Leave `credentials` out: the user chooses them.',
	'The output of a node replaces the columns of the input, except in failed items: read those from the earlier node by name.',
];

/** Everything on the page. It is short enough for a model to read it whole. */
export const assistantsPage = (): string =>
	page(
		'# For AI assistants',
		'A `*` marks a required parameter, a `?` a switch (true or false). A choice that is left out has its first value. A condition is in square brackets. A switch is off, but `simplify` and `ignoreRepeats` are on. The service: [openapi.yaml](service/openapi.yaml).',
		'## Types',
		list([
			'`n8n-nodes-messaging-service.messagingService`, typeVersion 1: sends and asks. Credential `messagingServiceApi`, for `resource: "sms"` `messagingServiceSmsApi`.',
			'`n8n-nodes-messaging-service.messagingServiceTool`: the same as a tool of an AI Agent (connection `ai_tool`). `messagingServiceHitlTool` lets a person approve a tool call first.',
			`\`n8n-nodes-messaging-service.${inbox.name}\`, typeVersion 1: starts on messages and delivery reports. Credential \`messagingServiceCallbackApi\`.`,
			`\`n8n-nodes-messaging-service.${statusTrigger.name}\`, typeVersion 1: reports alone. The same credential.`,
		]),
		'## Traps',
		list(TRAPS),
		'## Triggers',
		list(
			[inbox, statusTrigger].map((one) => {
				const options = one.properties.find(({ name }) => name === 'options')?.options ?? [];
				const shown = options.flatMap((option) =>
					'type' in option && option.type !== 'hidden' ? [option] : [],
				);
				return `\`${one.name}\`: ${fieldsWords(one.properties)}; options ${optionsWords(shown)}`;
			}),
		),
		'## Operations',
		`Options of each send: ${optionsWords(COMMON_OPTIONS)}. Groups of fields:`,
		list(sharedParts),
		...operationParts,
		'## Outputs',
		'What each field means: [outputs](outputs.md).',
		list(
			// Those of a single operation are on the page of outputs.
			OUTPUTS.filter(({ name, fields }) => fields.length > 0 && !name.includes(': ')).map(
				({ name, fields }) => `${name}: ${fields.map((one) => `\`${one}\``).join(', ')}`,
			),
		),
		'Whole workflows to begin with: [examples](../examples/README.md).',
	);
