import type { FormField, Sentences } from '../../operations/question';
import { LONGEST_LINE, LONGEST_TEXT, nameOfField } from '../readAnswer';
import { markup, type Html } from './html';

export interface Before {
	given: Readonly<Record<string, unknown>>;
	wrong: ReadonlySet<string>;
}

const entered = (before: Before | undefined, name: string): string => {
	const value =
		before !== undefined && Object.hasOwn(before.given, name) ? before.given[name] : undefined;
	return typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : '';
};

const chosen = (before: Before | undefined, name: string): readonly unknown[] => {
	const value =
		before !== undefined && Object.hasOwn(before.given, name) ? before.given[name] : undefined;
	return Array.isArray(value) ? value : [value];
};

interface Shown {
	name: string;
	label: string;
	isRequired: boolean;
	before: Before | undefined;
	sentences: Sentences;
}

const complaint = ({ name, before, sentences }: Shown): Html | undefined =>
	before?.wrong.has(name) === true
		? markup`<p class="wrong" id="${name}-wrong">${sentences.correction}</p>`
		: undefined;

const state = ({ name, isRequired, before }: Shown): Html =>
	markup`${isRequired && markup` required`}${
		before?.wrong.has(name) === true &&
		markup` aria-invalid="true" aria-describedby="${name}-wrong"`
	}`;

const labelled = (shown: Shown, control: Html): Html =>
	markup`<div>
		<label for="${shown.name}"
			>${shown.label}${shown.isRequired && markup` <span class="soft" aria-hidden="true">*</span>`}</label
		>${control}${complaint(shown)}
	</div>`;

export const textArea = (shown: Shown): Html =>
	labelled(
		shown,
		markup`<textarea
			id="${shown.name}"
			name="${shown.name}"
			rows="3"
			dir="auto"
			maxlength="${LONGEST_TEXT}"
			${state(shown)}
		>
${entered(shown.before, shown.name)}</textarea>`,
	);

/** What the phone's keyboard offers. */
const LINE_TYPES = {
	text: markup`type="text" dir="auto" maxlength="${LONGEST_LINE}"`,
	number: markup`type="number" step="any" inputmode="decimal"`,
	email: markup`type="email" autocomplete="email" maxlength="${LONGEST_LINE}"`,
	date: markup`type="date"`,
};

const line = (shown: Shown, type: keyof typeof LINE_TYPES): Html =>
	labelled(
		shown,
		markup`<input
			id="${shown.name}"
			name="${shown.name}"
			${LINE_TYPES[type]}
			value="${entered(shown.before, shown.name)}"
			${state(shown)}
		/>`,
	);

function dropdown(shown: Shown, choices: readonly string[]): Html {
	const now = entered(shown.before, shown.name);
	const options = choices.map(
		(choice) => markup`<option${choice === now && markup` selected`}>${choice}</option>`,
	);
	return labelled(
		shown,
		markup`<select id="${shown.name}" name="${shown.name}" ${state(shown)}>
			<option value=""></option>
			${options}
		</select>`,
	);
}

/** A browser cannot require one of several: that shows when the form is sent. */
function checkboxes(shown: Shown, choices: readonly string[]): Html {
	const now = chosen(shown.before, shown.name);
	const boxes = choices.map(
		(choice) =>
			markup`<label class="choice"
				><input
					type="checkbox"
					name="${shown.name}"
					value="${choice}"
					${now.includes(choice) && markup` checked`}
				/><span dir="auto">${choice}</span></label
			>`,
	);
	return markup`<fieldset>
		<legend>
			${shown.label}${shown.isRequired && markup` <span class="soft" aria-hidden="true">*</span>`}
		</legend>
		${boxes}${complaint(shown)}
	</fieldset>`;
}

export function formField(
	{ label, type, choices, isRequired }: FormField,
	index: number,
	before: Before | undefined,
	sentences: Sentences,
): Html {
	const shown = { name: nameOfField(index), label, isRequired, before, sentences };
	switch (type) {
		case 'textarea':
			return textArea(shown);
		case 'dropdown':
			return dropdown(shown, choices);
		case 'checkbox':
			return checkboxes(shown, choices);
		default:
			return line(shown, type);
	}
}
