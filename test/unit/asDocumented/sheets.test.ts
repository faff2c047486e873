import { commonInput } from '../../../nodes/MessagingService/engine/operation';
import { send } from '../../../nodes/MessagingService/operations/sms';
import { getTemplates } from '../../../nodes/MessagingService/operations/whatsappOfficial';
import { getStatus, sendText } from '../../../nodes/MessagingService/operations/whatsappUnofficial';
import { bodyOf, planOrProblems, type Values } from '../operations/support';

const sms = (values: Values) => ({ destination: '6281234567890', text: 'Hi', ...values });
const text = (values: Values) => ({ destination: '6281234567890', message: 'Hi', ...values });

describe('Switches from a sheet or an agent', () => {
	it.each([true, 'true', 'TRUE', 'yes', 'Yes', 'y', 'Y', '1', 1, ' true '])(
		'%j switches an option on',
		(on) => {
			expect(bodyOf(send, sms({ otp: on }))).toMatchObject({ otp: 'Y' });
			expect(bodyOf(sendText, text({ includeUnsubscribe: on }))).toMatchObject({
				include_unsubscribe: true,
			});
			expect(commonInput.parse({ validateOnly: on })).toMatchObject({ validateOnly: true });
		},
	);

	it.each([false, 'false', 'FALSE', 'no', 'No', 'n', 'N', '0', 0])(
		'%j switches an option off',
		(off) => {
			expect(bodyOf(send, sms({ otp: off }))).not.toHaveProperty('otp');
			expect(bodyOf(sendText, text({ includeUnsubscribe: off }))).toMatchObject({
				include_unsubscribe: false,
			});
		},
	);

	it('Another word is refused as a switch', () => {
		expect(commonInput.safeParse({ validateOnly: 'maybe' }).success).toBe(false);
	});
});

describe('Numbers from a sheet or an agent', () => {
	it.each([5, '5', ' 5 ', '5.0'])('%j is read as the number 5', (value) => {
		expect(bodyOf(sendText, text({ channel: value }))).toMatchObject({ channel: 5 });
		expect(commonInput.parse({ requestTimeout: value })).toMatchObject({ requestTimeout: 5 });
		expect(typeof planOrProblems(getTemplates, { limit: value })).toBe('object');
		expect(typeof planOrProblems(getStatus, { refNo: 'r', maxWait: value })).toBe('object');
	});

	it.each(['five', '5 s', '1e3', '5.5', true])('%j is refused as a number', (value) => {
		expect(planOrProblems(sendText, text({ channel: value }))).toMatch(/^Channel must be a/);
	});

	it('A Request Timeout above 600 is refused', () => {
		expect(commonInput.safeParse({ requestTimeout: '601' }).success).toBe(false);
	});
});
