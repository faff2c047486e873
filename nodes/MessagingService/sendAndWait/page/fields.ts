import { choicesOf, LONGEST_LINE, LONGEST_TEXT, type NamedField } from '../readAnswer';
import { markup, type Html } from './page';

interface Shown extends NamedField {
	entered: unknown;
	complaint: string | undefined;
}

const LINE_TYPES = {
	text: markup`type="text" dir="auto" maxlength="${LONGEST_LINE}"`,
	// Browsers read the separators of numbers each in its own way.
	number: markup`type="text" inputmode="decimal" maxlength="${LONGEST_LINE}"`,
	email: markup`type="email" autocomplete="email" maxlength="${LONGEST_LINE}"`,
	date: markup`type="date"`,
};

/** HTML cannot require one of several checkboxes, so only the server checks that. */
const checkbox = ({ name, entered }: Shown, choice: string): Html => {
	const isChecked = [entered].flat().includes(choice);
	return markup`<label class="choice"
		><input type="checkbox" name="${name}" value="${choice}"${isChecked && markup` checked`} /><span
			dir="auto"
			>${choice}</span
		></label
	>`;
};

function control(shown: Shown, entered: string): Html {
	const { name, fieldType, requiredField, complaint } = shown;
	const isWrong = complaint !== undefined;
	const attributes = markup`id="${name}" name="${name}"${requiredField && markup` required`}${
		isWrong && markup` aria-invalid="true" aria-describedby="${name}-wrong"`
	}`;
	switch (fieldType) {
		case 'textarea':
			return markup`<textarea ${attributes} rows="3" dir="auto" maxlength="${LONGEST_TEXT}">
${entered}</textarea>`;
		case 'dropdown':
			return markup`<select ${attributes}>
				<option value=""></option>
				${choicesOf(shown).map(
					(choice) => markup`<option${choice === entered && markup` selected`}>${choice}</option>`,
				)}
			</select>`;
		case 'checkbox':
			return markup`${choicesOf(shown).map((choice) => checkbox(shown, choice))}`;
		default:
			return markup`<input ${attributes} ${LINE_TYPES[fieldType]} value="${entered}" />`;
	}
}

export function formField(shown: Shown): Html {
	const { name, fieldType, fieldLabel, requiredField, entered, complaint } = shown;
	const star = requiredField && markup` <span class="soft" aria-hidden="true">*</span>`;
	const text = typeof entered === 'string' ? entered.slice(0, LONGEST_TEXT) : '';
	const below =
		complaint !== undefined && markup`<p class="wrong" id="${name}-wrong">${complaint}</p>`;
	const inside = markup`${control(shown, text)}${below}`;
	return fieldType === 'checkbox'
		? markup`<fieldset><legend>${fieldLabel}${star}</legend>${inside}</fieldset>`
		: markup`<div><label for="${name}">${fieldLabel}${star}</label>${inside}</div>`;
}
