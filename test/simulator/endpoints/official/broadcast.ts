import * as facts from '../../facts/endpoints';
import { fileNameOf } from '../../fields/remoteFile';
import { refuseAt } from '../../http/answers';
import { apiEndpoint, take } from '../../http/apiEndpoint';
import { phoneMedia, type Content, type PhoneButton } from '../../service/message';
import {
	fill,
	isDynamic,
	PLACEHOLDER,
	placeholdersOf,
	type Template,
} from '../../service/templates';

type Parameters = NonNullable<facts.BodyOf<typeof facts.broadcast>['parameters']>;

const refuseParameter = (msg: string, ...path: (string | number)[]): never =>
	refuseAt(['body', 'parameters', ...path], msg);

function checkBody(template: Template, given: NonNullable<Parameters['body']>): void {
	const wanted = placeholdersOf(template.body);
	const keys = given.map(({ key }) => key);
	const missing = wanted.find((key) => !keys.includes(key));
	for (const [index, key] of keys.entries()) {
		const place = ['body', index, 'key'];
		if (!wanted.includes(key))
			refuseParameter(`the template has no placeholder {{${key}}}`, ...place);
		if (keys.indexOf(key) !== index) refuseParameter(`{{${key}}} has a value already`, ...place);
	}
	if (missing !== undefined) refuseParameter(`the placeholder {{${missing}}} has no value`, 'body');
}

function checkHeader(template: Template, given: Parameters['header']): void {
	const format = template.header?.format;
	const wanted = format === 'TEXT' ? undefined : format;
	if (wanted !== undefined && given === undefined)
		refuseParameter(`the template needs a header of format ${wanted}`, 'header');
	if (given === undefined) return;
	if (wanted !== given.format)
		refuseParameter('the template has no header of this format', 'header', 'format');
	if (!given.params.some(({ key }) => key === 'url'))
		refuseParameter('the URL of the file is missing', 'header', 'params');
}

type ButtonValue = NonNullable<Parameters['buttons']>[number];

/** Each dynamic button needs one value. The documentation shows neither the first index nor the types. */
function checkButtons(template: Template, given: readonly ButtonValue[]): void {
	const wanted = template.buttons.filter(isDynamic).length;
	const indexes = given.map(({ index }) => index);
	for (const [position, index] of indexes.entries()) {
		const place = ['buttons', position, 'index'];
		if (position >= wanted) refuseParameter('no button takes this value', ...place);
		if (indexes.indexOf(index) !== position)
			refuseParameter('this button has a value already', ...place);
	}
	if (given.length < wanted)
		refuseParameter(`the template has ${wanted} buttons that need a value`, 'buttons');
}

const byIndex = (one: ButtonValue, other: ButtonValue): number =>
	one.index.localeCompare(other.index, 'en', { numeric: true });

/** The values go to the dynamic buttons in the order of their index. */
function shownButtons({ buttons }: Template, given: readonly ButtonValue[]): PhoneButton[] {
	const values = [...given].sort(byIndex).values();
	return buttons.map((button, index) => {
		const base = { id: String(index), title: button.text };
		if (button.type === 'QUICK_REPLY') return { ...base, kind: 'reply', target: null };
		if (button.type === 'PHONE_NUMBER') return { ...base, kind: 'phone', target: button.phone };
		if (!isDynamic(button)) return { ...base, kind: 'url', target: button.url };
		const suffix = values.next().value?.value ?? '';
		return { ...base, kind: 'url', target: button.url.replace(PLACEHOLDER, () => suffix) };
	});
}

/** The message of a template. It is refused if the parameters do not fit. */
function rendered(template: Template, given: Parameters): Content {
	checkBody(template, given.body ?? []);
	checkHeader(template, given.header);
	checkButtons(template, given.buttons ?? []);
	const param = (name: string) => given.header?.params.find(({ key }) => key === name)?.value;
	const url = param('url');
	const kind = given.header?.format === 'IMAGE' ? 'image' : 'document';
	return {
		...(template.header?.format === 'TEXT' && { title: template.header.text }),
		...(url !== undefined && {
			media: phoneMedia(kind, url, param('filename') ?? fileNameOf(url)),
		}),
		text: fill(
			template.body,
			new Map((given.body ?? []).map(({ key, value_text: value }) => [key, value])),
		),
		...(template.footer !== null && { footer: template.footer }),
		buttons: shownButtons(template, given.buttons ?? []),
	};
}

export const broadcast = apiEndpoint(facts.broadcast, ({ body: asked, account, service, call }) => {
	const channel =
		account.channels.find(({ id }) => id === asked.channel_id) ??
		refuseAt('body.channel_id', 'there is no such channel');
	const template = service.state.templates.get(asked.template_id);
	if (template?.status !== 'Approved') {
		const fault = template ? `this template is ${template.status}` : 'there is no such template';
		return refuseAt('body.template_id', fault);
	}
	const ref_no = take(call, {
		route: 'official',
		sender: channel,
		number: asked.destination,
		content: rendered(template, asked.parameters ?? {}),
		templateId: template.id,
	});
	return { ref_no };
});
