import * as facts from '../../facts/endpoints';
import { refuseAt } from '../../http/answers';
import { apiEndpoint, takeFor } from '../../http/apiEndpoint';
import { rendered } from './rendered';

export const broadcast = apiEndpoint(facts.broadcast, ({ body: asked, account, service, call }) => {
	const channel =
		account.channels.find(({ id }) => id === asked.channel_id) ??
		refuseAt('body.channel_id', 'there is no such channel');
	const template = service.state.templates.get(asked.template_id);
	if (template?.status !== 'Approved') {
		const fault = template ? `this template is ${template.status}` : 'there is no such template';
		return refuseAt('body.template_id', fault);
	}
	const ref_no = takeFor(call, account, {
		route: 'official',
		sender: channel,
		number: asked.destination,
		content: rendered(template, asked.parameters ?? {}),
		templateId: template.id,
	});
	return { ref_no };
});
