import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { field } from '../plain';
import { SERVICE_TIMEZONE } from '../service';
import { ALL_KINDS, type CallbackKind } from './kinds';
import { lastCallsAsHtml } from './lastCalls';
import { timezoneOf } from './settings';

const DEPENDS_ON = ['events', 'authentication', 'timezone', 'trigger'];

export const callbackUrlFields = [
	field.liveNotice('Callback URL', 'callbackUrl', 'getCallbackUrl', DEPENDS_ON),
	// The method of the notice does not know its trigger, so the editor evaluates this for it. Only who may read the
	// workflow knows the random IDs in it. `keyOf` in lastCalls.ts makes the same text.
	field.of('hidden', 'Trigger', 'trigger', {
		default: '={{ [$workflow.id + $nodeId + $webhookId, $now.zoneName] }}',
		description: 'The IDs and the time zone of this trigger, which the editor fills in',
	}),
];

const parameters = z.object({
	events: z.array(z.string()).catch([]),
	authentication: z.unknown(),
	timezone: z.string().catch(SERVICE_TIMEZONE),
	trigger: z.tuple([z.string(), z.string()]).rest(z.string()).catch(['', SERVICE_TIMEZONE]),
});

/** Where to register the URL, and the last calls if there were any. */
export function noticeOf(
	kinds: readonly CallbackKind[],
	hasToken: boolean,
	calls: readonly string[],
) {
	const end = hasToken
		? ', with <b>?token=</b> and your token at its end (n8n logs what is before the <b>?</b>)'
		: '';
	const places = [...new Set(kinds.map(({ registeredAt }) => registeredAt))].join('; ');
	const where = places === '' ? ' at the service' : `: ${places}`;
	const register = `Register the <b>Production URL</b>${end}${where}. ${field.docsLink('triggers.md#setting-up', 'The steps')}`;
	const seen = calls.length === 0 ? [] : ['', '<b>Last calls</b>', ...calls];
	return [register, ...seen].join('<br />');
}

export function getCallbackUrl(this: ILoadOptionsFunctions) {
	const given = parameters.parse(this.getCurrentNodeParameters() ?? {});
	const [key, ownZone] = given.trigger;
	const calls = lastCallsAsHtml(key, timezoneOf(given.timezone, ownZone));
	const kinds = ALL_KINDS.filter(({ value }) => given.events.includes(value));
	const emptyFieldsNotice = noticeOf(kinds, given.authentication === 'token', calls);
	return Promise.resolve({ fields: [], emptyFieldsNotice });
}
