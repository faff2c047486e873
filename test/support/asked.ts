import { question, type Question } from '../../nodes/MessagingService/operations/question';

/** A question with these of its fields, and the usual ones otherwise. */
export const asked = (given: Readonly<Record<string, unknown>> = {}): Question =>
	question.parse({ message: 'Well?', ...given });

/** The answer is a free text. */
export const FREE_TEXT = { responseType: 'freeText' };

export const approval = (values: object) => ({ approvalOptions: { values } });

export const form = (...values: object[]) => ({
	responseType: 'customForm',
	formFields: { values },
});
