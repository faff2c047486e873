import { getChannels, getTemplates } from '../../facts/endpoints';
import { apiEndpoint } from '../../http/apiEndpoint';
import { wireOf } from '../../service/templates';

export const templates = apiEndpoint(getTemplates, ({ service }) =>
	[...service.state.templates.values()].map(wireOf),
);

export const channels = apiEndpoint(getChannels, ({ account, service }) => {
	// Without its query: a token there is for the callback's receiver alone.
	const webhook = service.deliveries.urls.get('officialInbox')?.[0]?.split('?')[0];
	return account.channels.map(({ id, name, number, organization_id, created_at }) => ({
		id,
		...(webhook !== undefined && { webhook }),
		settings: { name, phone_number: number },
		organization_id,
		created_at,
	}));
});
