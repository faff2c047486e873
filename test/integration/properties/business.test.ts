import type { IDataObject } from 'n8n-workflow';

import { useSimulator } from '../../support/useSimulator';
import { expectAllAccepted, expectAllRefused, expectUnchanged } from './expectations';
import { buttonFaults, buttonMessages, replies, replyFaults } from './generators/business';
import { faulty } from './generators/faults';
import { FEW, type ParameterSet, sampled, SETS } from './sets';
import { addressIn, extensionAt, namedAs, optionsOf, plain, textOrNone, trimmed } from './wire';

/** The name of a document, with the extension that its URL has. */
function shownName(name: unknown, url: unknown): string | undefined {
	const given = textOrNone(name);
	return given && namedAs(given, extensionAt(url));
}

describe('WhatsApp Business: any parameters', () => {
	const simulator = useSimulator();
	const subject = (operation: string, literal: readonly string[] = []) => ({
		url: simulator.url,
		resource: 'whatsappBusiness',
		operation,
		literal,
	});

	/** The recipient writes first; the message stands in the place of those that a set names. */
	function answered({ parameters, dialled = '' }: ParameterSet): ParameterSet {
		const id = trimmed(parameters.gatewayId);
		const gateway = simulator.service.state.accounts
			.get('main')
			?.gateways.find((known) => known.id === id);
		if (gateway === undefined) throw new Error(`no gateway ${id}`);
		const message = simulator.service.receive({
			route: 'business',
			account: 'main',
			sender: { id, name: id, number: gateway.number },
			number: dialled,
			text: 'Hello',
		});
		const { messageId } = parameters;
		const { replyToMessageId } = optionsOf(parameters);
		const real = (name: unknown) =>
			textOrNone(name) === undefined ? name : plain(name).replace(/\w+/, message.id);
		return {
			dialled,
			parameters: {
				...parameters,
				...('messageId' in parameters && { messageId: real(messageId) as string }),
				options: {
					...optionsOf(parameters),
					replyToMessageId: real(replyToMessageId) as string,
				},
			},
		};
	}

	describe('Reply', () => {
		const ENDPOINT = 'business.reply';

		function wireOf({ parameters, dialled }: ParameterSet): IDataObject {
			const { gatewayId, messageType, text, mediaUrl, caption, fileName } = parameters;
			const quoted = textOrNone(optionsOf(parameters).replyToMessageId)?.trim();
			const payloads =
				messageType === 'text'
					? { [quoted === undefined ? 'body' : 'text']: plain(text) }
					: messageType === 'reaction'
						? { message_id: trimmed(parameters.messageId), emoji: parameters.emoji }
						: {
								link: addressIn(mediaUrl),
								caption: textOrNone(caption),
								filename: shownName(textOrNone(fileName)?.trim(), mediaUrl),
							};
			return {
				recipient: dialled,
				gateway_id: trimmed(gatewayId),
				type: messageType,
				payloads,
				message_id_context: quoted,
			};
		}

		it.each([
			{ count: SETS, literal: [] },
			{ count: FEW, literal: ['messageType'] },
		])('sends every valid set as it is, with $literal the same for all', async (given) => {
			const { count, literal } = given;
			const sets = sampled(replies, count).map(answered);
			const { service } = simulator;
			const asked = subject('reply', literal);
			const results = await expectAllAccepted(asked, service, sets, ENDPOINT);
			const sent = sets.map((set, at) => ({
				parameters: set.parameters,
				reference: results[at]?.[0]?.message_id,
				wire: wireOf(set),
			}));
			expectUnchanged(service, ENDPOINT, sent);
		});

		it('refuses every faulty set by the name of its field, before anything is sent', async () => {
			const sets = sampled(faulty(replyFaults));
			await expectAllRefused(subject('reply'), simulator.service, sets);
		});
	});

	describe('Send Buttons', () => {
		const ENDPOINT = 'business.sendButtons';

		function headerOf(parameters: IDataObject): IDataObject | undefined {
			const { headerType, headerText, headerUrl, headerFileName } = parameters;
			switch (headerType) {
				case 'none':
					return undefined;
				case 'text':
					return { type: 'text', text: plain(headerText) };
				case 'document':
					return {
						type: 'document',
						link: addressIn(headerUrl),
						filename: shownName(textOrNone(headerFileName)?.trim(), headerUrl),
					};
				default:
					return { type: headerType, link: addressIn(headerUrl) };
			}
		}

		function wireOf({ parameters, dialled }: ParameterSet): IDataObject {
			const { gatewayId, body, buttons } = parameters;
			const { button } = buttons as { button: IDataObject[] };
			const footer = textOrNone(optionsOf(parameters).footer);
			return {
				gateway_id: trimmed(gatewayId),
				recipient: dialled,
				header: headerOf(parameters),
				body: { text: plain(body) },
				footer: footer === undefined ? undefined : { text: footer },
				buttons: button.map(({ id, title }) => ({
					button_id: plain(id),
					title: plain(title),
				})),
			};
		}

		it.each([
			{ count: SETS, literal: [] },
			{ count: FEW, literal: ['headerType'] },
		])(
			'sends every valid set as it is, with $literal the same for all',
			async ({ count, literal }) => {
				const sets = sampled(buttonMessages, count).map(answered);
				const { service } = simulator;
				const asked = subject('sendButtons', literal);
				const results = await expectAllAccepted(asked, service, sets, ENDPOINT);
				const sent = sets.map((set, at) => ({
					parameters: set.parameters,
					reference: results[at]?.[0]?.message_id,
					wire: wireOf(set),
				}));
				expectUnchanged(service, ENDPOINT, sent);
			},
		);

		it('refuses every faulty set by the name of its field, before anything is sent', async () => {
			const sets = sampled(faulty(buttonFaults));
			await expectAllRefused(subject('sendButtons'), simulator.service, sets);
		});
	});
});
