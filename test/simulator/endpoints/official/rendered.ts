import type { BodyOf, broadcast } from '../../facts/endpoints';
import { misfit, refuse, type Misfit } from '../../http/answers';
import type { Content, PhoneButton } from '../../service/message';
import { phoneMedia } from '../../service/phoneMedia';
import {
	fill,
	isDynamic,
	PLACEHOLDER,
	placeholdersOf,
	type Template,
} from '../../service/templates';

type Body = BodyOf<typeof broadcast>;
type Parameters = NonNullable<Body['parameters']>;

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

type ButtonValue = NonNullable<Parameters['buttons']>[number];

/** Each dynamic button needs one value. The documentation shows neither the first index nor the types. */
function buttonMisfits(template: Template, given: readonly ButtonValue[]): Misfit[] {
	const wanted = template.buttons.filter(isDynamic).length;
	const indexes = given.map(({ index }) => index);
	return [
		...(given.length < wanted
			? [misfit(at('buttons'), `the template has ${wanted} buttons that need a value`)]
			: []),
		...indexes.flatMap((index, position) => {
			const place = at('buttons', position, 'index');
			if (position >= wanted) return [misfit(place, 'no button takes this value')];
			return indexes.indexOf(index) === position
				? []
				: [misfit(place, 'this button has a value already')];
		}),
	];
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
		buttons: shownButtons(template, given.buttons ?? []),
	};
}
