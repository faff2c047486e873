import { getBalance } from '../../../nodes/MessagingService/operations/account';
import { getTemplates } from '../../../nodes/MessagingService/operations/whatsappOfficial';
import { getStatus, sendText } from '../../../nodes/MessagingService/operations/whatsappUnofficial';
import { outputOf } from '../operations/support';

const TO = '6281234567890';

describe('A text in XML', () => {
	it('keeps the spaces at its ends, as it does in JSON', () => {
		const values = { destination: TO, message: 'x' };
		const data = { destination: TO, ref_no: 'r1', message: '  Hi there \n' };
		const xml = `<r>
			<error> false </error>
			<data>
				<destination>${TO}</destination>
				<ref_no>r1</ref_no>
				<message>  Hi there \n</message>
			</data>
		</r>`;

		expect(outputOf(sendText, values, xml)).toMatchObject([data]);
		expect(outputOf(sendText, values, JSON.stringify({ error: false, data }))).toMatchObject([
			data,
		]);
	});

	it.each(['  ', '\t'])('keeps one of spaces only, as it does in JSON: %j', (message) => {
		const values = { destination: TO, message: 'x' };
		const xml = `<r><data><destination>${TO}</destination><ref_no>r1</ref_no><message>${message}</message></data></r>`;

		expect(outputOf(sendText, values, xml)).toMatchObject([{ message }]);
	});

	it.each(['\n  ', ' ', ''])('that is only layout is empty: %j', (layout) => {
		const xml = `<r>${layout}<error>false</error>${layout}<data>${layout}</data>${layout}</r>`;

		expect(outputOf(getTemplates, {}, xml)).toEqual([]);
	});

	it('leaves a number or a switch of spaces only without a value', () => {
		const xml =
			'<r><data><idClient>7</idClient><wa_balance> </wa_balance><sms_balance>5</sms_balance></data></r>';

		expect(outputOf(getBalance, {}, xml)).toMatchObject([{ wa_balance: null, sms_balance: 5 }]);
	});
});

describe('"F FAILED (message could not be saved; the credit deduction is reverted)"', () => {
	it('is said of a failed message', () => {
		const data = { ref_no: 'r1', status: 'F' };

		expect(outputOf(getStatus, { refNo: 'r1' }, JSON.stringify({ error: false, data }))).toEqual([
			expect.objectContaining({
				status_name: 'failed',
				status_meaning: expect.stringContaining('gives back the credits') as string,
			}),
		]);
	});
});
