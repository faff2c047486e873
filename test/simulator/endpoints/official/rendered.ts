import { misfit, type Misfit } from '../../http/answers';
import { refuse } from '../../http/apiEndpoint';
import type { PhoneButton } from '../../phone/contract';
import type { Content } from '../../service/message';
import { phoneMedia } from '../../service/phoneMedia';
import {
	fill,
	isDynamic,
	placeholdersOf,
	type Template,
	type TemplateButton,
} from '../../service/templates';

export interface Parameters {
	body?: { key: string; value: string; value_text: string }[] | undefined;
	header?:
		| { format: 'IMAGE' | 'DOCUMENT'; params: { key: 'url' | 'filename'; value: string }[] }
		| undefined;
	buttons?: { index: string; type: string; value: string }[] | undefined;
}

const at = (...path: (string | number)[]) => ['body', 'parameters', ...path];

function bodyMisfits(template: Template, given: NonNullable<Parameters['body']>): Misfit[] {
	const wanted = placeholdersOf(template.body);
	const keys = given.map(({ key }) => key);
	return [
		...wanted
			.filter((key) => !keys.includes(key))
			.map((key) => misfit(at('body'), `the template's placeholder {{${key}}} has no value`)),
		...keys.flatMap((key, index) => {
			if (!wanted.includes(key)) {
				return [misfit(at('body', index, 'key'), `the template has no placeholder {{${key}}}`)];
			}
			return keys.indexOf(key) === index
				? []
				: [misfit(at('body', index, 'key'), `{{${key}}} has a value already`)];
		}),
	];
}

function headerMisfits(template: Template, given: Parameters['header']): Misfit[] {
	const format = template.header?.format;
	const wanted = format === 'IMAGE' || format === 'DOCUMENT' ? format : undefined;
	if (given === undefined) {
		return wanted ? [misfit(at('header'), `the template needs a header of format ${wanted}`)] : [];
	}
	if (wanted !== given.format) {
		return [misfit(at('header', 'format'), `the template has no header of this format`)];
	}
	return given.params.some(({ key }) => key === 'url')
		? []
		: [misfit(at('header', 'params'), 'the URL of the file is missing')];
}

function buttonMisfits(template: Template, given: NonNullable<Parameters['buttons']>): Misfit[] {
	const dynamic = template.buttons.flatMap((button, index) =>
		isDynamic(button) ? [String(index)] : [],
	);
	const indexes = given.map(({ index }) => index);
	return [
		...dynamic
			.filter((index) => !indexes.includes(index))
			.map((index) => misfit(at('buttons'), `button ${index} of the template needs a value`)),
		...given.flatMap(({ index, type }, position) => {
			if (!dynamic.includes(index)) {
				return [misfit(at('buttons', position, 'index'), 'this button takes no value')];
			}
			if (type.toLowerCase() !== 'url') {
				return [misfit(at('buttons', position, 'type'), 'must be url')];
			}
			return indexes.indexOf(index) === position
				? []
				: [misfit(at('buttons', position, 'index'), 'this button has a value already')];
		}),
	];
}

function shownButton(button: TemplateButton, index: number, given: Parameters): PhoneButton {
	const base = { id: String(index), title: button.text };
	if (button.type === 'QUICK_REPLY') return { ...base, kind: 'reply', target: null };
	if (button.type === 'PHONE_NUMBER') return { ...base, kind: 'phone', target: button.phone };
	const suffix = given.buttons?.find((one) => one.index === base.id)?.value ?? '';
	return { ...base, kind: 'url', target: button.url.replace(/\{\{\s*\w+\s*\}\}/g, () => suffix) };
}

/** The message that a template becomes; refused where the parameters do not fit it. */
export function rendered(template: Template, given: Parameters): Content {
	const misfits = [
		...bodyMisfits(template, given.body ?? []),
		...headerMisfits(template, given.header),
		...buttonMisfits(template, given.buttons ?? []),
	];
	if (misfits.length > 0) return refuse(...misfits);
	const param = (name: string) => given.header?.params.find(({ key }) => key === name)?.value;
	const url = param('url');
	return {
		...(template.header?.format === 'TEXT' && { title: template.header.text }),
		...(url !== undefined && {
			media: phoneMedia(
				given.header?.format === 'IMAGE' ? 'image' : 'document',
				url,
				param('filename') ?? new URL(url).pathname.split('/').pop() ?? '',
			),
		}),
		text: fill(
			template.body ?? '',
			new Map((given.body ?? []).map(({ key, value_text: value }) => [key, value])),
		),
		...(template.footer !== null && { footer: template.footer }),
		buttons: template.buttons.map((button, index) => shownButton(button, index, given)),
	};
}
