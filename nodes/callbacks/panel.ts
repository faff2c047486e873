import { NodeConnectionTypes } from 'n8n-workflow';
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { capitalized, field } from '../plain';
import { MESSAGE_STATUS, timezoneField } from '../service';
import { callbackUrlFields } from './callbackUrl';
import type { CallbackKind } from './kinds';

const optionFields: readonly INodeProperties[] = [
	field.text('Allowed IPs', 'allowedIps', {
		placeholder: 'e.g. 203.0.113.7, 10.0.0.0/8',
		description:
			'The IP addresses and ranges that may call, separated by commas. Without this option, every address may call.',
	}),
	field.toggle('Ignore Repeats', 'ignoreRepeats', true, {
		description:
			'Whether to start the workflow only once for a callback that arrives several times within 24 hours. This is also on without the option. n8n forgets callbacks when it restarts.',
	}),
];

export const inboxOptions: readonly INodeProperties[] = [
	field.number('Group Messages (Seconds)', 'groupSeconds', 5, {
		typeOptions: { minValue: 1, maxValue: 30 },
		description:
			'Start the workflow once for the messages of one conversation that follow each other within this time. Their texts are joined, and each message is listed under messages. A group ends after 30 seconds or 50 messages at the latest. Until then, the service waits for its response.',
	}),
	field.toggle('Other Events', 'otherEvents', true, {
		description:
			'Whether to start the workflow for other calls too: WhatsApp Business reports and copies of messages that were sent, and content that the service does not document. A workflow that answers each message then also starts when it answers.',
	}),
	field.text('Stop Words', 'stopWords', {
		placeholder: 'e.g. cancel, cukup, no more',
		description:
			'Additional words that set the output field keyword to stop if a message is only this word, separated by commas. English and Indonesian words that mean nothing else, such as STOP and BERHENTI, are included.',
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

export const reportFields: readonly INodeProperties[] = [
	field.of('multiOptions', 'Statuses', 'statuses', {
		default: [],
		options: Object.values(MESSAGE_STATUS)
			.map(({ name, meaning: description }) => ({
				name: capitalized(name),
				value: name,
				description,
			}))
			.sort((a, b) => a.name.localeCompare(b.name)),
		description: 'The statuses that start the workflow',
		hint: 'If none is chosen, all of them start the workflow. WhatsApp Official reports only sent, delivered, read and failed.',
	}),
	field.notice(
		'reportsNotice',
		'To see who it was: for an unofficial message, add Get Status after this trigger, since a report has only the ref_no and no phone number. For a message of WhatsApp Official, look up the ref_no in the table where the sending workflow saved it. A report can come before that, so let both workflows use Upsert, which adds the row or updates it. Reports may come in any order: never write a lower status over a higher one (queued, sent, delivered, read).',
	),
];

export function triggerFields(
	kinds: readonly CallbackKind[],
	fields: readonly INodeProperties[],
	options: readonly INodeProperties[],
): INodeProperties[] {
	return [
		field.of('multiOptions', 'Trigger On', 'events', {
			default: [],
			required: true,
			noDataExpression: true,
			options: kinds
				// Without an action, n8n would make one up from the name.
				.map(({ name, value, description }) => ({ name, value, description, action: name }))
				.sort((a, b) => a.name.localeCompare(b.name)),
			description: 'What starts the workflow. One URL can serve several kinds.',
		}),
		...fields,
		field.choice('Authentication', 'authentication', 'token', {
			description:
				'How a call shows that it comes from the service. Without a token, anyone who knows the URL can start the workflow.',
			choices: { none: 'None', token: 'Token in the URL' },
			noDataExpression: true,
		}),
		field.notice(
			'noneNotice',
			'Anyone who knows the URL can start this workflow. Choose Token in the URL, or add the option Allowed IPs with the service’s addresses.',
			{ show: { authentication: ['none'] } },
		),
		...callbackUrlFields,
		timezoneField,
		field.simplify,
		field.options([...optionFields, ...options].sort((a, b) => a.name.localeCompare(b.name))),
		field.notice(
			'proxyNotice',
			'Behind a proxy, ask the person who installed n8n: Allowed IPs works only if the proxy overwrites X-Forwarded-For with the caller’s address, and N8N_PROXY_HOPS is the number of proxies. With a smaller number every call is refused; with a larger one, a caller can invent an address.',
			// Without the slash, n8n may look for a field with a dot in its name.
			{ show: { '/options.allowedIps': [{ _cnd: { exists: true } }] } },
		),
	];
}
