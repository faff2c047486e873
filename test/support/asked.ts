import { question, type Question } from '../../nodes/MessagingService/operations/question';

/** A question that is answered in these ways, and whatever else it is to have. */
export const asked = (ways: Question['ways'], others: Partial<Question> = {}): Question =>
	question.parse({ title: '', text: 'Well?', submit: 'Submit', ways, ...others });
