import { WORDS, type Question } from '../../operations/question';
import { canDecline, fieldsOf, own, readingsOf, type Fields } from '../readAnswer';
import { formField } from './fields';
import { markup, pageOf, type Html, type Page } from './page';

export type { Page };

const textOf = ({ responseFormDescription, message }: Question) =>
	responseFormDescription ?? message;

const titleOf = (asked: Question): string => asked.responseFormTitle || textOf(asked);

interface Before {
	given: Fields;
	wrong: ReadonlySet<string>;
}

interface Deadline {
	at: number;
	timeZone: string;
}

function formOf(asked: Question, before: Before | undefined): Html {
	const fields = fieldsOf(asked).map((field) => {
		const entered = before && own(before.given, field.name);
		const isNumber = field.fieldType === 'number' && typeof entered === 'string';
		const readings = isNumber ? readingsOf(entered.trim()) : [];
		const both = readings.length > 1 ? `: ${readings.join(' / ')}?` : '';
		const isWrong = before?.wrong.has(field.name) === true;
		const complaint = isWrong ? WORDS[asked.pageLanguage].correction + both : undefined;
		return formField({ ...field, entered, complaint });
	});
	if (asked.responseType === 'approval') {
		const { approveLabel, disapproveLabel } = asked.approvalOptions.values;
		return markup`<form method="post">
			<button name="approved" value="true">${approveLabel}</button>
			${
				canDecline(asked) &&
				markup`<button class="other" name="approved" value="false">${disapproveLabel}</button>`
			}
			${fields}
		</form>`;
	}
	// For a custom form, n8n accepts only this encoding.
	const encoding = asked.responseType === 'customForm' && markup` enctype="multipart/form-data"`;
	return markup`<form method="post"${encoding}>
		${fields}
		<button>${asked.responseFormButtonLabel}</button>
	</form>`;
}

/** When the wait is over, n8n answers with its own page. So this one says when that will be. */
function openUntil({ pageLanguage }: Question, { at, timeZone }: Deadline): Html {
	const parts = { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const;
	const format = { ...parts, timeZoneName: 'long', timeZone } as const;
	const time = new Intl.DateTimeFormat(pageLanguage, format).format(at);
	return markup`<p class="soft">${WORDS[pageLanguage].openUntil} ${time}</p>`;
}

export const questionPage = (asked: Question, before?: Before, deadline?: Deadline): Page =>
	pageOf(
		asked.pageLanguage,
		titleOf(asked),
		markup`${asked.responseFormTitle !== '' && markup`<h1 dir="auto">${asked.responseFormTitle}</h1>`}
			<p class="text" dir="auto">${textOf(asked)}</p>
			${deadline && openUntil(asked, deadline)}
			${formOf(asked, before)}`,
	);

const message = (language: Question['pageLanguage'], title: string, text: string): Page =>
	pageOf(language, title, markup`<p class="text" role="status">${text}</p>`);

export const thanksPage = (asked: Question): Page =>
	message(asked.pageLanguage, titleOf(asked), WORDS[asked.pageLanguage].thanks);

/** The caller may have the link of an older question, so the page shows nothing of the open one. */
export const closedPage = (language: Question['pageLanguage'] = 'en'): Page => {
	const { closed } = WORDS[language];
	return message(language, closed, closed);
};
