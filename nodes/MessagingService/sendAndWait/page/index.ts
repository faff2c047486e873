import { question as questionForm, type Question } from '../../operations/question';
import { NAMES } from '../readAnswer';
import { formField, textArea, type Before } from './fields';
import { markup, type Html } from './html';
import { pageOf, type Page } from './page';

/** The pages that a person sees behind the link of a question. */

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

const heading = ({ title }: Question): Html | undefined =>
	title === '' ? undefined : markup`<h1 dir="auto">${title}</h1>`;

const approval = (
	{ sentences }: Question,
	{ approve, decline }: Extract<Question['ways'], { kind: 'approval' }>,
	before: Before | undefined,
): Html =>
	markup`<form method="post">
		<button name="${NAMES.approved}" value="true">${approve}</button>
		${
			decline !== undefined &&
			markup`${textArea({ name: NAMES.reason, label: sentences.reason, isRequired: false, before, sentences })}
				<button class="other" name="${NAMES.approved}" value="false">${decline}</button>`
		}
	</form>`;

function formOf(asked: Question, before: Before | undefined): Html {
	const { ways, sentences, submit } = asked;
	switch (ways.kind) {
		case 'approval':
			return approval(asked, ways, before);
		case 'freeText':
			return markup`<form method="post">
				${textArea({ name: NAMES.text, label: sentences.response, isRequired: true, before, sentences })}
				<button>${submit}</button>
			</form>`;
		case 'customForm':
			// n8n takes no other form for this way to answer.
			return markup`<form method="post" enctype="multipart/form-data">
				${ways.fields.map((field, index) => formField(field, index, before, sentences))}
				<button>${submit}</button>
			</form>`;
	}
}

const asking = (asked: Question, below: Html): Page =>
	pageOf(
		titleOf(asked),
		markup`${heading(asked)}
			<p class="text" dir="auto">${asked.text}</p>
			${below}`,
	);

/** @param before what was entered, if it was wrong */
export const questionPage = (asked: Question, before?: Before): Page =>
	asking(asked, formOf(asked, before));

/** For a question whose buttons are in the chat: nothing here answers it. */
export const chatPage = (asked: Question): Page =>
	asking(asked, markup`<p class="text" role="status">Answer in the chat</p>`);

const message = (title: string, text: string): Page =>
	pageOf(title, markup`<p class="text" role="status">${text}</p>`);

export const thanksPage = (asked: Question): Page =>
	message(titleOf(asked), asked.sentences.thanks);

const NO_SENTENCES = questionForm.shape.sentences.parse({});

/** For the link of another question. It says nothing of the one that is open. */
export const closedPage = (asked: Question | undefined): Page => {
	const { closed } = asked?.sentences ?? NO_SENTENCES;
	return message(closed, closed);
};
