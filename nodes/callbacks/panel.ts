import type { INodeProperties, TriggerPanelDefinition } from 'n8n-workflow';

import { byLabel } from '../plain';
import { MESSAGE_STATUS } from '../service';
import type { CallbackKind } from './kinds';

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
			'Addresses and ranges that may call, separated by commas. If empty, all may. Behind a proxy, set N8N_PROXY_HOPS so that n8n sees the address of the caller.',
	},
	{
		displayName: 'Ignore Repeats',
		name: 'ignoreRepeats',
		type: 'boolean',
		default: true,
		description:
			'Whether to start the workflow once for a callback that comes several times within 24 hours',
	},
	{
		displayName: 'Timezone',
		name: 'timezone',
		type: 'string',
		default: '',
		placeholder: 'e.g. Asia/Jakarta',
		description: 'The time zone of the service’s clock. If empty, that of the workflow.',
	},
];

/** Below the node's name on the canvas: the chosen kind, or how many there are. */
export function eventsSubtitle(kinds: readonly CallbackKind[]): string {
	const names = Object.fromEntries(kinds.map(({ value, name }) => [value, name]));
	const events = '$parameter["events"]';
	return `={{ ${events}.length === 1 ? (${JSON.stringify(names)})[${events}[0]] : ${events}.length + " kinds" }}`;
}

/** The texts of the editor before and while it listens. */
export const triggerPanel: TriggerPanelDefinition = {
	header: '',
	executionsHelp: {
		inactive:
			'<b>To try it</b>, press the button, and have the service call the <b>Test URL</b> above.<br /><br /><b>To keep it running</b>, register the <b>Production URL</b> in the service’s web application, and publish the workflow.',
		active:
			'<b>To try it</b>, press the button, and have the service call the <b>Test URL</b> above.<br /><br /><b>It runs by itself</b> for each callback to the <b>Production URL</b>. You find the callbacks in the list of executions.',
	},
	activationHint:
		'Once the workflow is published, it starts by itself for each callback to the Production URL.',
};

/** Only of the trigger for delivery reports. */
export const statusesField: INodeProperties = {
	displayName: 'Statuses',
	name: 'statuses',
	type: 'multiOptions',
	options: Object.values(MESSAGE_STATUS)
		.map(({ name }) => ({ name: `${name.charAt(0).toUpperCase()}${name.slice(1)}`, value: name }))
		.sort((a, b) => a.name.localeCompare(b.name)),
	default: [],
	description:
		'Only start the workflow for these statuses. If none is chosen, all of them start it.',
};

export function triggerFields(
	kinds: readonly CallbackKind[],
	furtherOptions: readonly INodeProperties[] = [],
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
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'options',
			options: [
				{ name: 'None', value: 'none' },
				{ name: 'Token in the URL', value: 'token' },
			],
			default: 'none',
			description: 'Whether callers must know a token',
		},
		notice(
			'noneNotice',
			'Anyone who knows the URL can start this workflow. Choose Token in the URL, or list the service’s addresses under Options, Allowed IPs.',
			{ authentication: ['none'] },
		),
		notice(
			'tokenNotice',
			'Add ?token= and the token of the credential at the end of the URL when you register it',
			{ authentication: ['token'] },
		),
		notice(
			'reachNotice',
			'The service must reach this n8n from outside. If the URL begins with localhost or a private address, set up a public address or a tunnel, and set WEBHOOK_URL to it.',
		),
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
			options: [...optionFields, ...furtherOptions].sort(byLabel),
		},
	];
}
