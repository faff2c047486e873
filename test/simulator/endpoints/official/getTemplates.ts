import { apiEndpoint } from '../../http/apiEndpoint';
import { wireOf } from '../../service/templates';

export const getTemplates = apiEndpoint({
	name: 'official.getTemplates',
	method: 'GET',
	path: '/wa_official/templates',
	status: 200,
	handle: ({ service }) => [...service.state.templates.values()].map(wireOf),
});
