import { apiEndpoint } from '../../http/apiEndpoint';

export const getChannels = apiEndpoint({
	name: 'official.getChannels',
	method: 'GET',
	path: '/wa_official/channels',
	status: 200,
	handle: ({ account, service }) => {
		// Without its query: a token there is for the callback's receiver alone.
		const webhook = service.deliveries.urls.get('officialInbox')?.[0]?.split('?')[0];
		return account.channels.map(({ id, name, number, organization_id, created_at }) => ({
			id,
			...(webhook !== undefined && { webhook }),
			settings: { name, phone_number: number },
			organization_id,
			created_at,
		}));
	},
});
