import { credits, getBalance, getIdentity } from '../facts/endpoints';
import { apiEndpoint } from '../http/apiEndpoint';

export const identity = apiEndpoint(getIdentity, ({ account: { userid, idPerson, idClient } }) => ({
	userid,
	idPerson,
	idClient,
}));

const CREDITS = Object.keys(credits) as (keyof typeof credits)[];

export const balance = apiEndpoint(getBalance, ({ account }) => ({
	idClient: account.idClient,
	...Object.fromEntries(CREDITS.map((name) => [name, account[name]])),
}));
