import type { FormField } from '../../operations/question';
import { choicesOf, LONGEST_LINE, LONGEST_TEXT } from '../readAnswer';
import { markup, type Html } from './page';

export interface Shown {
	name: string;
	label: string;
	isRequired: boolean;
	entered: unknown;
	complaint: string | undefined;
}

const textIn = ({ entered }: Shown): string =>
	typeof entered === 'string' ? entered.slice(0, LONGEST_TEXT) : '';

const attributes = ({ name, isRequired, complaint }: Shown): Html =>
	markup`id="${name}" name="${name}"${isRequired && markup` required`}${
		complaint !== undefined && markup` aria-invalid="true" aria-describedby="${name}-wrong"`
	}`;

const labelOf = ({ label, isRequired }: Shown): Html =>
	markup`${label}${isRequired && markup` <span class="soft" aria-hidden="true">*</span>`}`;

const complaintBelow = ({ name, complaint }: Shown): Html | undefined =>
	complaint === undefined
		? undefined
		: markup`<p class="wrong" id="${name}-wrong">${complaint}</p>`;

const labelled = (shown: Shown, control: Html): Html =>
	markup`<div>
		<label for="${shown.name}">${labelOf(shown)}</label>${control}${complaintBelow(shown)}
	</div>`;

export const textArea = (shown: Shown): Html =>
	labelled(
		shown,
		markup`<textarea ${attributes(shown)} rows="3" dir="auto" maxlength="${LONGEST_TEXT}">
${textIn(shown)}</textarea>`,
	);

const LINE_TYPES = {
	text: markup`type="text" dir="auto" maxlength="${LONGEST_LINE}"`,
	// Browsers read the separators of numbers each in its own way.
	number: markup`type="text" inputmode="decimal" maxlength="${LONGEST_LINE}"`,
	email: markup`type="email" autocomplete="email" maxlength="${LONGEST_LINE}"`,
	date: markup`type="date"`,
};

function dropdown(shown: Shown, choices: readonly string[]): Html {
	const now = textIn(shown);
	const options = choices.map(
		(choice) => markup`<option${choice === now && markup` selected`}>${choice}</option>`,
	);
	return labelled(
		shown,
		markup`<select ${attributes(shown)}>
			<option value=""></option>
			${options}
		</select>`,
	);
}

/** HTML cannot require one of several checkboxes, so only the server checks that. */
function checkboxes(shown: Shown, choices: readonly string[]): Html {
	const now: readonly unknown[] = [shown.entered].flat();
	const boxes = choices.map((choice) => {
		const state = now.includes(choice) && markup` checked`;
		return markup`<label class="choice"
			><input type="checkbox" name="${shown.name}" value="${choice}"${state} /><span dir="auto"
				>${choice}</span
			></label
		>`;
	});
	return markup`<fieldset>
		<legend>${labelOf(shown)}</legend>
		${boxes}${complaintBelow(shown)}
	</fieldset>`;
}

export function formField(shown: Shown, field: FormField): Html {
	switch (field.fieldType) {
		case 'textarea':
			return textArea(shown);
		case 'dropdown':
			return dropdown(shown, choicesOf(field));
		case 'checkbox':
			return checkboxes(shown, choicesOf(field));
		default:
			return labelled(
				shown,
				markup`<input ${attributes(shown)} ${LINE_TYPES[field.fieldType]} value="${textIn(shown)}" />`,
			);
	}
}
