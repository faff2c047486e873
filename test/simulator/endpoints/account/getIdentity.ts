import { apiEndpoint } from '../../http/apiEndpoint';

export const getIdentity = apiEndpoint({
	name: 'account.getIdentity',
	method: 'GET',
	path: '/auth/api_key',
	status: 200,
	handle: ({ account: { userid, idPerson, idClient } }) => ({ userid, idPerson, idClient }),
});
