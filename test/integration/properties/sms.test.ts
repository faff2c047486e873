import { useSimulator } from '../../support/useSimulator';
import { expectAllAccepted, expectAllRefused, requestsTo } from './expectations';
import { faulty } from './generators/faults';
import { isOn } from './generators/people';
import { messages, smsFaults } from './generators/sms';
import { sampled, type ParameterSet } from './sets';
import { optionsOf, plain } from './wire';

const ENDPOINT = 'sms.send';

/** The GSM 7-bit alphabet, and what its extension table adds. */
const GSM =
	/^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà\f^{}\\[~\]|€]*$/;

/** The form fields, by the service's documentation. A text beyond the alphabet goes out as Unicode in any case. */
const wireOf = ({ parameters, dialled }: ParameterSet) => ({
	user: 'simulator_api',
	// The journal keeps no password.
	password: '***',
	SMSText: plain(parameters.text),
	GSM: dialled,
	...((isOn(parameters.unicode) || !GSM.test(plain(parameters.text))) && { unicode: 'true' }),
	...(isOn(parameters.otp) && { otp: 'Y' }),
	output: optionsOf(parameters).responseFormat ?? 'json',
});

describe('SMS: any parameters', () => {
	const simulator = useSimulator();
	const subject = () => ({ url: simulator.url, resource: 'sms', operation: 'send' });

	it('sends every valid set as it is', async () => {
		const sets = sampled(messages);
		const { service } = simulator;
		const results = await expectAllAccepted(subject(), service, sets, ENDPOINT);
		const requests = new Map(requestsTo(service, ENDPOINT).map((entry) => [entry.ref_no, entry]));
		for (const [at, set] of sets.entries()) {
			const [output = {}] = results[at] ?? [];
			const entry = requests.get(plain(output.messageid));
			expect(entry?.query).toBe('');
			expect(Object.fromEntries(new URLSearchParams(entry?.body))).toEqual(wireOf(set));
			expect(output).toMatchObject({
				status_code: '0',
				ref_no: output.messageid,
				destination: set.dialled,
			});
		}
	});

	it('refuses every faulty set by the name of its field, before anything is sent', async () => {
		await expectAllRefused(subject(), simulator.service, sampled(faulty(smsFaults)));
	});
});
