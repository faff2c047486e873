import * as facts from '../../facts/endpoints';
import { misfit, refuse } from '../../http/answers';
import { apiEndpoint, tooMany } from '../../http/apiEndpoint';
import { rendered } from './rendered';

export const broadcast = apiEndpoint(facts.broadcast, ({ body: asked, account, service, call }) => {
	const channel = account.channels.find(({ id }) => id === asked.channel_id);
	if (channel === undefined)
		return refuse(misfit(['body', 'channel_id'], 'there is no such channel'));
	const template = service.state.templates.get(asked.template_id);
	if (template?.status !== 'Approved') {
		const fault = template ? `this template is ${template.status}` : 'there is no such template';
		return refuse(misfit(['body', 'template_id'], fault));
	}
	const content = rendered(template, asked.parameters ?? {});
	if (!service.channelHasRoom(channel.id, call.entry.ms)) {
		throw tooMany(service, 'Too many requests of this channel');
	}
	const message = service.take({
		route: 'official',
		account: account.name,
		sender: channel,
		number: asked.destination,
		content,
		credits: 0,
		templateId: template.id,
	});
	call.entry.ref_no = message.id;
	return { ref_no: message.id };
});
