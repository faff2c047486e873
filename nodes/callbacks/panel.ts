import { NodeConnectionTypes } from 'n8n-workflow';
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { capitalized, field } from '../plain';
import { MESSAGE_STATUS, timezoneField } from '../service';
import { callbackUrlFields } from './callbackUrl';
import { ALL_KINDS, type CallbackKind, STATUS_KINDS } from './kinds';
import { LONGEST_GROUP_SECONDS } from './settings';

const ignoreRepeats = field.toggle('Ignore Repeats', 'ignoreRepeats', true, {
	description: 'Whether a callback that comes again within 24 hours starts nothing',
});

/** In the order in which people need them. */
const inboxOptions: readonly INodeProperties[] = [
	field.number('Group Messages (Seconds)', 'groupSeconds', 5, {
		typeOptions: { minValue: 1, maxValue: LONGEST_GROUP_SECONDS },
		description: 'Start once for messages of one conversation that follow each other this fast',
	}),
	field.text('Stop Words', 'stopWords', {
		placeholder: 'e.g. cancel, cukup, no more',
		description: 'More words that, as the whole message, set keyword to stop, separated by commas',
	}),
	field.text('Default Country Code', 'defaultCountryCode', {
		placeholder: 'e.g. 62',
		description: 'The country of local numbers: with 62, 0812… comes out as 62812…',
	}),
	ignoreRepeats,
	field.toggle('Other Events', 'otherEvents', true, {
		description:
			'Whether undocumented content and copies of what you sent start it too, which can loop',
	}),
];

export function eventsSubtitle(kinds: readonly CallbackKind[]): string {
	const names = Object.fromEntries(kinds.map(({ value, name }) => [value, name]));
	const events = '$parameter["events"]';
	return `={{ ${events}.length === 1 ? (${JSON.stringify(names)})[${events}[0]] : ${events}.length + " events" }}`;
}

export const triggerDescription = {
	group: ['trigger'],
	version: 1,
	triggerPanel: {
		header: 'Receive a callback from the service',
		executionsHelp: {
			inactive:
				'<b>While you build the workflow</b>, press the button, then let the service call the <b>Test URL</b>.<br /><br /><b>To keep it running</b>, publish the workflow, and register the <b>Production URL</b> in the service’s web application. The steps are shown in this node.',
			active:
				'<b>While you build the workflow</b>, press the button, then let the service call the <b>Test URL</b>.<br /><br />The workflow <b>starts by itself</b> whenever the service calls the <b>Production URL</b>. You see each start in the list of executions, and under <b>Last calls</b> in this node also the calls that started nothing.',
		},
		activationHint:
			'Once the workflow is published, it starts by itself whenever the service calls the Production URL.',
	},
	eventTriggerDescription: 'Waiting for the service to call the Test URL',
	activationMessage: 'The workflow now starts whenever the service calls the Production URL.',
	builderHint: {
		searchHint:
			'The user registers the Production URL by hand in the web application of the service: n8n registers nothing, and publishing alone starts nothing. The token of the credential is a secret that the user makes up and adds to that URL as ?token=; the service does not issue it. Parameters, examples and traps: https://github.com/n8n-nodes-messaging-service/n8n-nodes-messaging-service/blob/main/docs/for-assistants.md',
		relatedNodes: [
			{
				nodeType: 'n8n-nodes-messaging-service.messagingService',
				relationHint: 'Answers a message, or sends the messages on which reports come',
			},
		],
	},
	inputs: [],
	outputs: [NodeConnectionTypes.Main],
} satisfies Partial<INodeTypeDescription>;

const reportValues = STATUS_KINDS.map(({ value }) => value);

const reportFields: readonly INodeProperties[] = [
	field.of('multiOptions', 'Statuses', 'statuses', {
		default: [],
		options: Object.values(MESSAGE_STATUS)
			.map(({ name, meaning: description }) => ({
				name: capitalized(name),
				value: name,
				description,
			}))
			.sort((a, b) => a.name.localeCompare(b.name)),
		description: 'The statuses that start the workflow. Without a choice, all do.',
		...field.shownFor('events', ...reportValues),
	}),
	field.notice(
		'reportsNotice',
		`A report has no phone number: add Get Status, or find its ref_no in a table. Never overwrite a higher status. ${field.docsLink('triggers.md#delivery-reports')}`,
		{ show: { events: reportValues } },
	),
];

/** @param kinds those that the trigger offers: all, or reports only */
export function triggerFields(kinds: readonly CallbackKind[]): INodeProperties[] {
	const options = kinds === ALL_KINDS ? inboxOptions : [ignoreRepeats];
	return [
		field.of('multiOptions', 'Trigger On', 'events', {
			default: [],
			required: true,
			noDataExpression: true,
			// Without an action, n8n would make one up from the name.
			options: kinds.map(({ name, value, description }) => ({
				name,
				value,
				description,
				action: name,
			})),
			description: 'What starts the workflow. One URL can serve several kinds.',
		}),
		field.choice('Authentication', 'authentication', 'token', {
			description: 'How a call shows that it comes from the service',
			choices: { none: 'None', token: 'Token in the URL' },
			noDataExpression: true,
		}),
		field.notice('noneNotice', 'Anyone who knows the URL can start this workflow.', {
			show: { authentication: ['none'] },
		}),
		...callbackUrlFields,
		...reportFields,
		timezoneField,
		field.simplify,
		field.options(options),
	];
}
