import { Execution, type Finished } from '../support/harness';
import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import { useService } from '../support/useService';

const CODE = '482913';
const NUMBERS = ['6281234567801', '6281234567802', '6281234567803'];
const TEXT = `Your code is ${CODE}. Tell nobody`;
const REFUSED = 'the number is on our list';

const spellings = (text: string) => [
	text,
	encodeURIComponent(text),
	JSON.stringify(text).slice(1, -1),
	Buffer.from(text).toString('base64').replace(/=+$/, ''),
	Buffer.from(text).toString('hex'),
];

/** What n8n keeps of a failed execution beside the data of its nodes. n8n redacts those, and not this. */
const keptBeside = ({ run }: Finished) =>
	JSON.stringify(run.data.executionData?.contextData ?? 'nothing');

describe('Note that n8n stores next to the data of its nodes', () => {
	const service = useService();

	/** The first message is accepted, one may have been sent, one is refused. Answers repeat what they were asked. */
	const failed = async () => {
		service.answer = ({ body }) => {
			const destination = new URLSearchParams(body).get('GSM') ?? body;
			if (body.includes(NUMBERS[1] ?? '')) return { status: 500, text: `${body} ${TEXT}` };
			if (body.includes(NUMBERS[2] ?? '')) return { status: 400, text: `${REFUSED}: ${body}` };
			return {
				json: { results: [{ status: '0', messageid: 'ref-1', destination, text: TEXT, body }] },
			};
		};
		const execution = new Execution({
			nodeType: new MessagingService(),
			parameters: {
				resource: 'sms',
				operation: 'send',
				destination: '={{ $json.to }}',
				text: TEXT,
				otp: true,
			},
			items: NUMBERS.map((to) => ({ to })),
			credentials: {
				messagingServiceSmsApi: {
					baseUrl: service.url,
					path: '/api/v3/sendsms/plain',
					user: 'company_api',
					password: 'a password of the company',
				},
			},
		});
		return { execution, first: await execution.run() };
	};

	it('The stored note holds the outcome of each message', async () => {
		const { first } = await failed();

		expect(keptBeside(first)).toContain('"0":{"state":"accepted","ref_no":"ref-1"}');
		expect(keptBeside(first)).toContain('"1":{"state":"uncertain"}');
	});

	it('The stored note holds no text, code, number, error or password, in any spelling', async () => {
		const { first } = await failed();
		const secrets = [TEXT, CODE, ...NUMBERS, REFUSED, 'a password of the company'];

		expect(secrets.flatMap(spellings).filter((one) => keptBeside(first).includes(one))).toEqual([]);
	});

	it('The stored note is enough for Retry to send nothing twice', async () => {
		const { execution, first } = await failed();
		service.answer = () => ({ json: { results: [{ status: '0', messageid: 'ref-3' }] } });

		const retried = await execution.retry(first);

		expect(retried.error?.description).toContain('2 were accepted');
		expect(service.accepted()).toHaveLength(2);
	});
});
