import { WORDS, type Question } from '../../operations/question';
import { NAMES, nameOfField, own, readingsOf, type Fields } from '../readAnswer';
import { formField, textArea, type Shown } from './fields';
import { markup, pageOf, type Html, type Page } from './page';

export type { Page };

const LONGEST_TITLE = 60;

const titleOf = ({ title, text }: Question): string => {
	if (title !== '') return title;
	const [first = ''] = text.trim().split('\n');
	const characters = Array.from(first);
	return characters.length > LONGEST_TITLE
		? `${characters.slice(0, LONGEST_TITLE).join('')}…`
		: first;
};

interface Before {
	given: Fields;
	wrong: ReadonlySet<string>;
}

function formOf({ ways, sentences, submit }: Question, before: Before | undefined): Html {
	const shown = (name: string, label: string, isRequired: boolean, type?: string): Shown => {
		const entered = before && own(before.given, name);
		const readings =
			type === 'number' && typeof entered === 'string' ? readingsOf(entered.trim()) : [];
		const both = readings.length > 1 ? `: ${readings.join(' / ')}?` : '';
		const complaint = before?.wrong.has(name) === true ? sentences.correction + both : undefined;
		return { name, label, isRequired, entered, complaint };
	};
	switch (ways.kind) {
		case 'approval':
			return markup`<form method="post">
				<button name="${NAMES.approved}" value="true">${ways.approve}</button>
				${
					ways.decline !== undefined &&
					markup`${textArea(shown(NAMES.reason, sentences.reason, false))}
						<button class="other" name="${NAMES.approved}" value="false">${ways.decline}</button>`
				}
			</form>`;
		case 'freeText':
			return markup`<form method="post">
				${textArea(shown(NAMES.text, sentences.response, true))}
				<button>${submit}</button>
			</form>`;
		case 'customForm': {
			const fields = ways.fields.map((field, index) =>
				formField(shown(nameOfField(index), field.label, field.isRequired, field.type), field),
			);
			// For a custom form, n8n accepts only this encoding.
			return markup`<form method="post" enctype="multipart/form-data">
				${fields}
				<button>${submit}</button>
			</form>`;
		}
	}
}

const asking = (asked: Question, below: Html): Page =>
	pageOf(
		asked.language,
		titleOf(asked),
		markup`${asked.title !== '' && markup`<h1 dir="auto">${asked.title}</h1>`}
			<p class="text" dir="auto">${asked.text}</p>
			${below}`,
	);

export const questionPage = (asked: Question, before?: Before): Page =>
	asking(asked, formOf(asked, before));

export const chatPage = (asked: Question): Page =>
	asking(asked, markup`<p class="text" role="status">${WORDS[asked.language].inChat}</p>`);

const message = (language: Question['language'], title: string, text: string): Page =>
	pageOf(language, title, markup`<p class="text" role="status">${text}</p>`);

export const thanksPage = (asked: Question): Page =>
	message(asked.language, titleOf(asked), asked.sentences.thanks);

/** The caller may have the link of an older question, so the page shows nothing of the open one. */
export const closedPage = (asked: Question | undefined): Page => {
	const closed = asked?.sentences.closed ?? WORDS.en.responseFormClosed;
	return message(asked?.language ?? 'en', closed, closed);
};
