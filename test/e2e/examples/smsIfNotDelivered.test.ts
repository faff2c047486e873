import type { Example } from '../../n8n/playground';
import { withNodes } from '../../n8n/editedExample';
import { useN8n } from '../useN8n';
import { useExamples } from './useExamples';

const NAME = 'sms-if-not-delivered';

/** One who gets it, one without WhatsApp, one whose phone is off. */
const PEOPLE = ['6281234567071', '628000001001', '628000001004'];

const PATIENCE_S = 10;

const edited = (example: Example): Example =>
	withNodes(example, {
		People: {
			jsonOutput: JSON.stringify({
				people: PEOPLE.map((number, at) => ({
					number,
					reference: `A-${at}`,
					text: 'It is ready.',
				})),
			}),
		},
		'Wait until delivered': { maxWait: PATIENCE_S },
	});

describe('SMS if not delivered', () => {
	const testbed = useN8n();
	const { messagesTo, run } = useExamples(testbed, [NAME], { edited: { [NAME]: edited } });

	const routesTo = async () => {
		const all = await Promise.all(PEOPLE.map(messagesTo));
		return all.map((messages) => messages.map(({ route }) => route));
	};

	it('An SMS goes to those whom WhatsApp did not reach, and to nobody else', async () => {
		const execution = await run(NAME);

		expect(execution.error).toBeUndefined();
		expect(await routesTo()).toEqual([
			['unofficial'],
			['unofficial', 'sms'],
			['unofficial', 'sms'],
		]);
		expect(execution.output('Reached by WhatsApp')).toEqual([
			{ number: PEOPLE[0], reference: 'A-0' },
		]);
		expect(execution.output('Sent by SMS')).toHaveLength(2);
	});

	it('Nothing is sent again if the workflow is run again', async () => {
		const execution = await run(NAME);

		expect(execution.output('Look it up')).toHaveLength(3);
		expect((await routesTo()).flat()).toHaveLength(5);
	});
});
