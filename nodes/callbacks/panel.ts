import type { INodeProperties, TriggerPanelDefinition } from 'n8n-workflow';

import { byLabel } from '../plain';
import type { CallbackKind } from './kinds';

/** What a person sees in both triggers. */

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
			'Addresses and ranges that may call, separated by commas; all may where this is empty. Behind a proxy, n8n must be told of it (N8N_PROXY_HOPS) to see the address of the caller.',
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
		description: 'The time zone of the service’s clock; that of the workflow where this is empty',
	},
];

/** Below the node's name on the canvas: the kind, or how many there are. */
export function subtitleFor(kinds: readonly CallbackKind[]): string {
	const names = Object.fromEntries(kinds.map(({ value, name }) => [value, name]));
	const events = '$parameter["events"]';
	return `={{ ${events}.length === 1 ? (${JSON.stringify(names)})[${events}[0]] : ${events}.length + " kinds" }}`;
}

/** What the editor says while it listens, and before. */
export const triggerPanel: TriggerPanelDefinition = {
	header: '',
	executionsHelp: {
		inactive:
			'<b>To try it</b>, press the button, and have the service call the <b>Test URL</b> above.<br /><br /><b>To keep it running</b>, register the <b>Production URL</b> in the service’s web application, and publish the workflow.',
		active:
			'<b>To try it</b>, press the button, and have the service call the <b>Test URL</b> above.<br /><br /><b>It runs by itself</b> for each callback to the <b>Production URL</b>; what came in is in the list of executions.',
	},
	activationHint:
		'Once the workflow is published, it starts by itself for each callback to the Production URL.',
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
				// Without an action of its own, the nodes panel makes one up from the name.
				.map(({ name, value, description }) => ({ name, value, description, action: name }))
				.sort((a, b) => a.name.localeCompare(b.name)),
			default: [],
			description: 'Which callbacks start the workflow. One URL can serve several kinds.',
		},
		...kinds.map(({ name, value, registeredAt }) =>
			notice(
				`${value}Notice`,
				`${name}: the Production URL (under Webhook URLs) belongs in the service’s web application: ${registeredAt}`,
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
			'The service must reach this n8n from outside: where the URL begins with localhost or a private address, set up a public address or a tunnel, and tell n8n of it (WEBHOOK_URL)',
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
