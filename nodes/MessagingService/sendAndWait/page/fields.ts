import { choicesOf, LONGEST_LINE, LONGEST_TEXT, type NamedField } from '../readAnswer';
import { markup, type Html } from './page';

export interface Shown extends NamedField {
	entered: unknown;
	complaint: string | undefined;
}

const textIn = ({ entered }: Shown): string =>
	typeof entered === 'string' ? entered.slice(0, LONGEST_TEXT) : '';

const attributes = ({ name, requiredField, complaint }: Shown): Html =>
	markup`id="${name}" name="${name}"${requiredField && markup` required`}${
		complaint !== undefined && markup` aria-invalid="true" aria-describedby="${name}-wrong"`
	}`;

const labelOf = ({ fieldLabel, requiredField }: Shown): Html =>
	markup`${fieldLabel}${requiredField && markup` <span class="soft" aria-hidden="true">*</span>`}`;

const complaintBelow = ({ name, complaint }: Shown): Html | undefined =>
	complaint === undefined
		? undefined
		: markup`<p class="wrong" id="${name}-wrong">${complaint}</p>`;

const labelled = (shown: Shown, control: Html): Html =>
	markup`<div>
		<label for="${shown.name}">${labelOf(shown)}</label>${control}${complaintBelow(shown)}
	</div>`;

const textArea = (shown: Shown): Html =>
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

function dropdown(shown: Shown): Html {
	const now = textIn(shown);
	const options = choicesOf(shown).map(
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
function checkboxes(shown: Shown): Html {
	const now: readonly unknown[] = [shown.entered].flat();
	const boxes = choicesOf(shown).map((choice) => {
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

export function formField(shown: Shown): Html {
	switch (shown.fieldType) {
		case 'textarea':
			return textArea(shown);
		case 'dropdown':
			return dropdown(shown);
		case 'checkbox':
			return checkboxes(shown);
		default:
			return labelled(
				shown,
				markup`<input ${attributes(shown)} ${LINE_TYPES[shown.fieldType]} value="${textIn(shown)}" />`,
			);
	}
}
