import type { INodeProperties, TriggerPanelDefinition } from 'n8n-workflow';

import { byLabel, timezones } from '../plain';
import { MESSAGE_STATUS } from '../service';
import type { CallbackKind } from './kinds';
import { WORKFLOW_TIMEZONE } from './settings';

/** What both triggers show in the editor. */

const notice = (
	name: string,
	displayName: string,
	show?: Record<string, string[]>,
): INodeProperties => ({
	displayName,
	name,
	type: 'notice',
	default: '',
	...(show && { displayOptions: { show } }),
});

const optionFields: INodeProperties[] = [
	{
		displayName: 'Allowed IPs',
		name: 'allowedIps',
		type: 'string',
		default: '',
		placeholder: 'e.g. 203.0.113.7, 10.0.0.0/8',
		description:
			'Addresses and ranges that may call, separated by commas. Without this option, all may. Behind a proxy, set N8N_PROXY_HOPS so that n8n sees the address of the caller.',
	},
	{
		displayName: 'Ignore Repeats',
		name: 'ignoreRepeats',
		type: 'boolean',
		default: true,
		description:
			'Whether to start the workflow once for a callback that comes several times within 24 hours',
	},
];

/** Below the node's name on the canvas: the chosen kind, or how many there are. */
export function eventsSubtitle(kinds: readonly CallbackKind[]): string {
	const names = Object.fromEntries(kinds.map(({ value, name }) => [value, name]));
	const events = '$parameter["events"]';
	return `={{ ${events}.length === 1 ? (${JSON.stringify(names)})[${events}[0]] : ${events}.length + " kinds" }}`;
}

/** What replaces n8n's general words while the editor waits for a callback, and after publishing. */
export const triggerTexts = {
	eventTriggerDescription: 'Waiting for the service to call the Test URL',
	activationMessage: 'The workflow now starts for each callback to the Production URL.',
};

/** The texts of the editor before and while it listens. */
export const triggerPanel: TriggerPanelDefinition = {
	header: 'Receive a callback of the service',
	executionsHelp: {
		inactive:
			'<b>To try it</b>, press the button, and have the service call the <b>Test URL</b>.<br /><br /><b>To keep it running</b>, register the <b>Production URL</b> in the service’s web application, and publish the workflow.<br /><br />The service must reach this n8n from outside. If the URL begins with localhost or a private address, set up a public address or a tunnel, and set WEBHOOK_URL to it.',
		active:
			'<b>To try it</b>, press the button, and have the service call the <b>Test URL</b>.<br /><br /><b>It runs by itself</b> for each callback to the <b>Production URL</b>. You find the callbacks in the list of executions.',
	},
	activationHint:
		'Once the workflow is published, it starts by itself for each callback to the Production URL.',
};

const statusesField: INodeProperties = {
	displayName: 'Statuses',
	name: 'statuses',
	type: 'multiOptions',
	options: Object.values(MESSAGE_STATUS)
		.map(({ name, meaning }) => ({
			name: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
			value: name,
			description: meaning,
		}))
		.sort((a, b) => a.name.localeCompare(b.name)),
	default: [],
	description:
		'Only start the workflow for these statuses. If none is chosen, all of them start it.',
};

/** Only of the trigger for delivery reports. */
export const reportFields: readonly INodeProperties[] = [
	statusesField,
	notice(
		'reportsNotice',
		'Reports carry no phone number. To find out whom one is about, keep the ref_no that the message put out when it was sent, and look for the same ref_no.',
	),
];

const timezoneField: INodeProperties = {
	displayName: 'Timezone',
	name: 'timezone',
	type: 'options',
	options: [
		{ name: 'Same as the Workflow', value: WORKFLOW_TIMEZONE },
		...timezones().map((zone) => ({ name: zone, value: zone })),
	],
	default: WORKFLOW_TIMEZONE,
	description:
		'The time zone of the service’s clock. The service writes its times without a zone, so a wrong one here puts every time in the output hours off.',
};

export function triggerFields(
	kinds: readonly CallbackKind[],
	furtherFields: readonly INodeProperties[] = [],
): INodeProperties[] {
	return [
		{
			displayName: 'Trigger On',
			name: 'events',
			type: 'multiOptions',
			required: true,
			noDataExpression: true,
			options: kinds
				// Without an action, the nodes panel derives one from the name.
				.map(({ name, value, description }) => ({ name, value, description, action: name }))
				.sort((a, b) => a.name.localeCompare(b.name)),
			default: [],
			description: 'Which callbacks start the workflow. One URL can serve several kinds.',
		},
		...kinds.map(({ name, value, registeredAt }) =>
			notice(
				`${value}Notice`,
				`${name}: register the Production URL (under Webhook URLs) in the service’s web application: ${registeredAt}`,
				{ events: [value] },
			),
		),
		...furtherFields,
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'options',
			noDataExpression: true,
			options: [
				{ name: 'None', value: 'none' },
				{ name: 'Token in the URL', value: 'token' },
			],
			default: 'token',
			description: 'Whether callers must know a token',
		},
		notice(
			'noneNotice',
			'Anyone who knows the URL can start this workflow. Choose Token in the URL, or list the service’s addresses under Options, Allowed IPs.',
			{ authentication: ['none'] },
		),
		notice(
			'tokenNotice',
			'The URL to register has three parts, without spaces: the Production URL, then ?token= and then the token of the credential. Example: https://n8n.example.com/webhook/…/callback?token=4f9d…',
			{ authentication: ['token'] },
		),
		timezoneField,
		{
			displayName: 'Simplify',
			name: 'simplify',
			type: 'boolean',
			default: true,
			description: 'Whether to return a simplified version of the response instead of the raw data',
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [...optionFields].sort(byLabel),
		},
	];
}
