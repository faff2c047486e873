import type { IDataObject } from 'n8n-workflow';

import { useSimulator } from '../../support/useSimulator';
import {
	expectAllAccepted,
	expectAllRefused,
	expectNone,
	expectUnchanged,
	requestsTo,
} from './expectations';
import { faulty } from './generators/faults';
import { typeOfBytes } from './generators/files';
import { isOn } from './generators/people';
import {
	largeFaults,
	media,
	mediaFaults,
	secondsOf,
	textFaults,
	texts,
} from './generators/unofficial';
import { STATES, statuses, statusFaults, type StatusSet } from './generators/unofficialStatus';
import { FEW, type ParameterSet, sampled, SETS } from './sets';
import { addressIn, extensionAt, namedAs, optionsOf, plain, textOrNone, trimmed } from './wire';

/** A switch that was left blank is not sent. */
const switched = (value: unknown) => (textOrNone(value) === undefined ? undefined : isOn(value));

/** What text and media have in common on the wire, by the service's documentation. */
function commonWire({ parameters, dialled }: ParameterSet): IDataObject {
	const { sendFrom, queue, sender } = parameters;
	const { isGroup, channel, deliveryTimeout, includeUnsubscribe } = optionsOf(parameters);
	return {
		destination: dialled,
		queue: sendFrom === 'queue' ? trimmed(queue) : undefined,
		sender: sendFrom === 'sender' ? trimmed(sender) : undefined,
		channel: channel === undefined ? undefined : Number(channel),
		is_group: switched(isGroup),
		timeout: deliveryTimeout === undefined ? undefined : secondsOf(deliveryTimeout),
		include_unsubscribe: switched(includeUnsubscribe),
	};
}

/** The name with an extension that tells the type of the file. */
function nameOf({ parameters, files }: ParameterSet, base64: string | undefined) {
	const given = textOrNone(parameters.fileName)?.trim();
	const [file] = Object.values(files ?? {});
	const name = given ?? (file && (file.fileName ?? ''));
	if (name === undefined) return undefined;
	const extension =
		base64 === undefined
			? extensionAt(parameters.mediaUrl)
			: typeOfBytes(Buffer.from(base64, 'base64'));
	return namedAs(name, extension);
}

function mediaWire(set: ParameterSet): IDataObject {
	const { mediaSource, mediaUrl, mediaBase64, caption } = set.parameters;
	const [file] = Object.values(set.files ?? {});
	const typed = trimmed(mediaBase64)
		.replace(/^data:.*;base64,/, '')
		.replace(/\s/g, '');
	const usual = Buffer.from(typed, 'base64').toString('base64');
	const base64 = mediaSource === 'url' ? undefined : (file?.data ?? usual);
	return {
		...commonWire(set),
		caption: textOrNone(caption),
		file_name: nameOf(set, base64),
		media_url: base64 === undefined ? addressIn(mediaUrl) : undefined,
		media_base64: base64,
	};
}

const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;

describe('WhatsApp Unofficial: any parameters', () => {
	const simulator = useSimulator();
	const subject = (operation: string, literal: readonly string[] = []) => ({
		url: simulator.url,
		resource: 'whatsappUnofficial',
		operation,
		literal,
	});

	describe('Send Text', () => {
		const ENDPOINT = 'unofficial.sendText';

		it.each([
			{ count: SETS, literal: [] },
			{ count: FEW, literal: ['sendFrom'] },
		])(
			'sends every valid set as it is, with $literal the same for all',
			async ({ count, literal }) => {
				const sets = sampled(texts, count);
				const { service } = simulator;
				const asked = subject('sendText', literal);
				const results = await expectAllAccepted(asked, service, sets, ENDPOINT);
				const sent = sets.map((set, at) => {
					const { parameters } = set;
					const reference = results[at]?.[0]?.ref_no;
					const message = plain(parameters.message);
					return { parameters, reference, message, wire: { ...commonWire(set), message } };
				});
				const [escaped = [], asTyped = []] = [true, false].map((escapes) =>
					sent.filter(({ parameters }) => isOn(optionsOf(parameters).escapeEmoji) === escapes),
				);
				expectUnchanged(service, ENDPOINT, asTyped);
				const requests = new Map(
					requestsTo(service, ENDPOINT).map((entry) => [entry.ref_no, entry.body]),
				);
				expectNone(
					escaped.flatMap(({ reference }) => {
						const body = requests.get(plain(reference)) ?? '';
						// The name of a group before it may hold some.
						const [, message = '😀'] = body.split('"message":');
						return EMOJI.test(message) ? [{ reference: plain(reference), body }] : [];
					}),
				);
				expectNone(
					sent.flatMap(({ reference, message }) => {
						const arrived = service.state.messages.get(plain(reference))?.content.text;
						return arrived === message ? [] : [{ message, arrived }];
					}),
				);
			},
		);

		it('refuses every faulty set by the name of its field, before anything is sent', async () => {
			const { service } = simulator;
			await expectAllRefused(subject('sendText'), service, sampled(faulty(textFaults)));
		});
	});

	describe('Send Media', () => {
		const ENDPOINT = 'unofficial.sendMedia';

		it.each([
			{ count: SETS, literal: [] },
			{ count: FEW, literal: ['mediaSource', 'sendFrom'] },
		])(
			'sends every valid set as it is, with $literal the same for all',
			async ({ count, literal }) => {
				const sets = sampled(media, count);
				const { service } = simulator;
				const asked = subject('sendMedia', literal);
				const results = await expectAllAccepted(asked, service, sets, ENDPOINT);
				const sent = sets.map((set, at) => ({
					parameters: set.parameters,
					reference: results[at]?.[0]?.ref_no,
					wire: mediaWire(set),
				}));
				expectUnchanged(service, ENDPOINT, sent);
				expectNone(
					sent.flatMap(({ reference, wire: { media_base64: base64 } }) => {
						const url = service.state.messages.get(plain(reference))?.content.media?.url ?? '';
						const arrived = service.state.files.get(url.split('/').pop() ?? '');
						const isSame = base64 === arrived?.bytes.toString('base64');
						return isSame ? [] : [{ reference: plain(reference), name: arrived?.name }];
					}),
				);
			},
		);

		it('refuses every faulty set by the name of its field, before anything is sent', async () => {
			const { service } = simulator;
			await expectAllRefused(subject('sendMedia'), service, sampled(faulty(mediaFaults)));
			const large = sampled(faulty(largeFaults), 10);
			await expectAllRefused(subject('sendMedia', ['mediaSource']), service, large);
		});
	});

	describe('Get Status', () => {
		const ENDPOINT = 'unofficial.getStatus';

		/** A message in the wanted state; its reference keeps what stands around the one of the set. */
		function prepared(set: StatusSet, at: number): StatusSet & { reference: string } {
			const { service } = simulator;
			const message = service.take({
				route: 'unofficial',
				account: 'main',
				sender: { id: '6281100000011', name: '+6281100000011', number: '6281100000011' },
				number: `62812${String(at).padStart(8, '0')}`,
				content: { text: 'Hello' },
				credits: 1,
			});
			if (set.code !== 'U') service.move(message, set.code);
			const refNo = plain(set.parameters.refNo).replace(/[a-z0-9]+/, message.id);
			return { ...set, reference: message.id, parameters: { ...set.parameters, refNo } };
		}

		it('finds every message, and says how far it is', async () => {
			const sets = sampled(statuses).map(prepared);
			const { service } = simulator;
			const results = await expectAllAccepted(subject('getStatus'), service, sets, ENDPOINT);
			for (const [at, { code, reference, waitFor = 'none', parameters }] of sets.entries()) {
				const [name, isFinal] = STATES[code];
				const isReached =
					waitFor === 'final' || waitFor === name || (waitFor === 'delivered' && code === 'R');
				expect(results[at]).toHaveLength(1);
				const [output = {}] = results[at] ?? [];
				expect(output).toMatchObject({
					ref_no: reference,
					status: name,
					status_code: code,
					status_name: name,
					is_final: isFinal,
					destination: `62812${String(at).padStart(8, '0')}`,
					...(waitFor !== 'none' && { wait_result: isReached ? 'reached' : 'ended_otherwise' }),
				});
				expect('message' in output).toBe(!isOn(parameters.simplify));
			}
			expect(results).toHaveLength(SETS);
		});

		it('refuses every faulty set by the name of its field, before anything is asked', async () => {
			const { service } = simulator;
			await expectAllRefused(subject('getStatus'), service, sampled(faulty(statusFaults)));
			expect(service.journal.list().entries).toEqual([]);
		});
	});
});
