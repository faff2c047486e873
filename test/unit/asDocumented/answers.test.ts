import { getBalance } from '../../../nodes/MessagingService/operations/account';
import { send } from '../../../nodes/MessagingService/operations/sms';
import { getTemplates } from '../../../nodes/MessagingService/operations/whatsappOfficial';
import { getStatus, sendText } from '../../../nodes/MessagingService/operations/whatsappUnofficial';
import { outputOf } from '../operations/support';

const TO = '6281234567890';

describe('Texts in XML', () => {
	it('A text in XML keeps the spaces at its ends', () => {
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
	});

	it.each(['  ', '\t'])('A text of spaces only is kept in XML: %j', (message) => {
		const values = { destination: TO, message: 'x' };
		const xml = `<r><data><destination>${TO}</destination><ref_no>r1</ref_no><message>${message}</message></data></r>`;

		expect(outputOf(sendText, values, xml)).toMatchObject([{ message }]);
	});

	it.each(['\n  ', ' ', ''])('A list in XML of layout only is empty: %j', (layout) => {
		const xml = `<r>${layout}<error>false</error>${layout}<data>${layout}</data>${layout}</r>`;

		expect(outputOf(getTemplates, {}, xml)).toEqual([]);
	});

	it('A number or switch of spaces only has no value', () => {
		const xml =
			'<r><data><idClient>7</idClient><wa_balance> </wa_balance><sms_balance>5</sms_balance></data></r>';

		expect(outputOf(getBalance, {}, xml)).toEqual([{ idClient: 7, sms_balance: 5 }]);
	});

	it('An empty element in XML means null', () => {
		const values = { refNo: 'r1', simplify: false };
		const xml =
			'<r><data><ref_no>r1</ref_no><caption/><read_date/><is_group/><later></later></data></r>';

		expect(outputOf(getStatus, values, xml)).toEqual([{ ref_no: 'r1', is_final: false }]);
	});
});

describe('References that the service writes as numbers', () => {
	it('A reference written as a number is read as text, also beyond 2^53', () => {
		const text = `{"data":{"ref_no":12345678901234567891,"destination":${TO},"sender":628990001}}`;
		const item = { ref_no: '12345678901234567891', destination: TO, sender: '628990001' };

		expect(outputOf(sendText, { destination: TO, message: 'x' }, text)).toMatchObject([item]);
		expect(outputOf(getStatus, { refNo: 'r1' }, text)).toMatchObject([item]);
		const sms = `{"results":[{"status":0,"messageid":12345678901234567891,"destination":${TO}}]}`;
		expect(outputOf(send, { destination: TO, text: 'x' }, sms)).toMatchObject([
			{ ref_no: item.ref_no, messageid: item.ref_no, destination: TO, status_code: '0' },
		]);
	});
});
