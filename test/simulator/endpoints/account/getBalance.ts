import { apiEndpoint } from '../../http/apiEndpoint';

export const getBalance = apiEndpoint({
	name: 'account.getBalance',
	method: 'GET',
	path: '/balance',
	status: 200,
	handle: ({ account }) => ({
		idClient: account.idClient,
		wa_balance: account.wa_balance,
		wa_expired_date: account.wa_expired_date,
		hlr_balance: account.hlr_balance,
		hlr_expired_date: account.hlr_expired_date,
		sim_balance: account.sim_balance,
		sim_expired_date: account.sim_expired_date,
		sms_balance: account.sms_balance,
		sms_expired_date: account.sms_expired_date,
		pulsa_balance: account.pulsa_balance,
	}),
});
