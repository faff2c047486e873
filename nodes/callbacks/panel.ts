import type { INodeProperties, TriggerPanelDefinition } from 'n8n-workflow';

import { byLabel, timezones } from '../plain';
import { MESSAGE_STATUS } from '../service';
import { callbackUrlField } from './callbackUrl';
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
			'The IP addresses and ranges that may call, separated by commas. Without this option, all may call. Behind a proxy, set N8N_PROXY_HOPS so that n8n sees the caller’s address.',
	},
	{
		displayName: 'Ignore Repeats',
		name: 'ignoreRepeats',
		type: 'boolean',
		default: true,
		description:
			'Whether to start the workflow only once for a callback that arrives several times within 24 hours',
	},
];

/** Below the node's name on the canvas: the chosen kind, or how many there are. */
export function eventsSubtitle(kinds: readonly CallbackKind[]): string {
	const names = Object.fromEntries(kinds.map(({ value, name }) => [value, name]));
	const events = '$parameter["events"]';
	return `={{ ${events}.length === 1 ? (${JSON.stringify(names)})[${events}[0]] : ${events}.length + " events" }}`;
}

/** What replaces n8n's general words while the editor waits for a callback, and after publishing. */
export const triggerTexts = {
	eventTriggerDescription: 'Waiting for the service to call the Test URL',
	activationMessage: 'The workflow now starts whenever the service calls the Production URL.',
};

/** The texts of the editor before and while it listens. */
export const triggerPanel: TriggerPanelDefinition = {
	header: 'Receive a callback from the service',
	executionsHelp: {
		inactive:
			'<b>While you build the workflow</b>, press the button, then let the service call the <b>Test URL</b>.<br /><br /><b>To keep it running</b>, register the <b>Production URL</b> in the service’s web application, and publish the workflow. The steps are shown in this node.',
		active:
			'<b>While you build the workflow</b>, press the button, then let the service call the <b>Test URL</b>.<br /><br />The workflow <b>starts by itself</b> whenever the service calls the <b>Production URL</b>. You see each call in the list of executions.',
	},
	activationHint:
		'Once the workflow is published, it starts by itself whenever the service calls the Production URL.',
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
	description: 'The statuses that start the workflow',
	hint: 'If none is chosen, all of them start the workflow',
};

/** Only of the trigger for delivery reports. */
export const reportFields: readonly INodeProperties[] = [
	statusesField,
	notice(
		'reportsNotice',
		'Reports contain no phone number. To find out whom one is about, store the ref_no that the node puts out when it sends a message, and look it up. For an unofficial message, Get Status puts out the number, too.',
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
		'The time zone of the service’s clock. The service’s times come without a zone, so with the wrong one here every time in the output is hours off.',
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
			description: 'What starts the workflow. One URL can serve several kinds.',
		},
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
			description:
				'How a call shows that it comes from the service. Without a token, anyone who knows the URL can start the workflow.',
		},
		notice(
			'noneNotice',
			'Anyone who knows the URL can start this workflow. Choose Token in the URL, or add the option Allowed IPs with the service’s addresses.',
			{ authentication: ['none'] },
		),
		callbackUrlField,
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
