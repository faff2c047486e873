import { credits, getBalance, getChannels, getIdentity, getTemplates } from '../facts/endpoints';
import { apiEndpoint } from '../http/apiEndpoint';
import { wireOf } from '../service/templates';

export const identity = apiEndpoint(getIdentity, ({ account: { userid, idPerson, idClient } }) => ({
	userid,
	idPerson,
	idClient,
}));

/** A token is for the receiver only. */
const masked = (url: string) => url.replace(/([?&]token=)[^&#]*/g, '$1***');

const CREDITS = Object.keys(credits) as (keyof typeof credits)[];

export const balance = apiEndpoint(getBalance, ({ account }) => ({
	idClient: account.idClient,
	...Object.fromEntries(CREDITS.map((name) => [name, account[name]])),
}));

export const templates = apiEndpoint(getTemplates, ({ service }) =>
	[...service.state.templates.values()].map(wireOf),
);

export const channels = apiEndpoint(getChannels, ({ account, service }) => {
	const [registered] = service.deliveries.urls.get('officialInbox') ?? [];
	const shown = registered === undefined ? undefined : masked(registered);
	return account.channels.map(({ id, name, number, organization_id, created_at, ...own }) => ({
		id,
		webhook: own.webhook ?? shown,
		settings: { name, phone_number: number },
		organization_id,
		created_at,
	}));
});
