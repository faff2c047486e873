import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../../simulator/service/service';
import { useSimulator } from '../../support/useSimulator';
import {
	expectAllAccepted,
	expectAllRefused,
	expectNone,
	expectUnchanged,
	requestsTo,
} from './expectations';
import { given, isFilledAs, isKept, sentOut } from './filled';
import { faulty } from './generators/faults';
import { isOn } from './generators/people';
import {
	channelLists,
	listFaults,
	listed,
	listedFaults,
	mapped,
	mappedFaults,
	newChannels,
	replies,
	replyFaults,
	templateListFaults,
	templateLists,
	type BroadcastSet,
} from './generators/official';
import { MORE_TEMPLATES } from './generators/templates';
import { FEW, type ParameterSet, sampled, SETS } from './sets';
import { addressIn, optionsOf, plain, textOrNone, trimmed } from './wire';

const located = (value: unknown): string => trimmed((value as { value: string }).value);

/** Whom a broadcast goes to, and from where: by the service's documentation. */
function addressed({ parameters, dialled }: ParameterSet) {
	const { destinationName, templateId, channelId } = parameters;
	return {
		destination: dialled,
		destination_name: plain(destinationName),
		template_id: located(templateId),
		channel_id: located(channelId),
	};
}

const isFit = (parameters: IDataObject) => isOn(optionsOf(parameters).fitText);

/** Each place of the template is filled by what was given for it, and nothing else is. */
function expectFilled(
	service: Service,
	endpoint: string,
	sets: readonly BroadcastSet[],
	references: unknown[],
) {
	const requests = new Map(requestsTo(service, endpoint).map((entry) => [entry.ref_no, entry]));
	expectNone(
		sets.flatMap((set, at) => {
			const body = requests.get(plain(references[at]))?.body ?? '{}';
			const { parameters } = JSON.parse(body) as { parameters?: IDataObject };
			const isGood = isFilledAs(given(set), sentOut(parameters), isFit(set.parameters));
			return isGood ? [] : [{ given: set.parameters, sent: parameters }];
		}),
	);
}

const without = (name: string) => (body: unknown) =>
	Object.fromEntries(Object.entries(body as IDataObject).filter(([key]) => key !== name));

describe('WhatsApp Official: any parameters', () => {
	const simulator = useSimulator();
	const subject = (operation: string, literal: readonly string[] = []) => ({
		url: simulator.url,
		resource: 'whatsappOfficial',
		operation,
		literal,
	});

	/** Channels of their own for each test, and more templates. */
	function furnished(): string[] {
		const { state } = simulator.service;
		for (const template of MORE_TEMPLATES) state.templates.set(template.id, template);
		const channels = newChannels();
		state.accounts.get('main')?.channels.push(
			...channels.map((id) => ({
				id,
				name: `Channel ${id.slice(-3)}`,
				number: '6281100000007',
				organization_id: '99999999-9999-4999-8999-999999999999',
				created_at: '2025-01-15T08:30:00Z',
			})),
		);
		return channels;
	}

	describe('Broadcast', () => {
		const ENDPOINT = 'official.broadcast';
		const CHOICES = ['parametersMode'];

		it.each([
			{ what: 'fields of the template', setsOf: mapped, count: SETS, literal: CHOICES },
			{ what: 'values in JSON', setsOf: listed, count: SETS, literal: CHOICES },
			{ what: 'values in JSON', setsOf: listed, count: FEW, literal: [] },
		])(
			'sends every valid set of $what as it is, with $literal the same for all',
			async ({ setsOf, count, literal }) => {
				const sets = sampled<BroadcastSet>(setsOf(furnished()), count);
				const { service } = simulator;
				const asked = subject('broadcast', literal);
				const results = await expectAllAccepted(asked, service, sets, ENDPOINT);
				const references = results.map(([output]) => output?.ref_no);
				const sent = sets.map((set, at) => ({
					parameters: set.parameters,
					reference: references[at],
					wire: addressed(set),
				}));
				expectUnchanged(service, ENDPOINT, sent, without('parameters'));
				expectFilled(service, ENDPOINT, sets, references);
			},
		);

		it.each([
			{ mode: 'json', faultsOf: listedFaults, literal: [] },
			{ mode: 'template', faultsOf: mappedFaults, literal: CHOICES },
		])('refuses every faulty set before anything is sent: $mode', async ({ faultsOf, literal }) => {
			const sets = sampled(faulty(faultsOf(furnished())));
			await expectAllRefused(subject('broadcast', literal), simulator.service, sets);
		});
	});

	describe('Reply', () => {
		const ENDPOINT = 'official.reply';

		/** A room for each set, with what stands around the ID of the set. */
		function withRoom(set: ParameterSet, at: number): ParameterSet & { room: string } {
			const { service } = simulator;
			const channel = service.state.accounts.get('main')?.channels[at % 2];
			if (channel === undefined) throw new Error('no channel');
			const number = `62813${String(at).padStart(8, '0')}`;
			const { roomId: room = '' } = service.receive({
				route: 'official',
				account: 'main',
				sender: channel,
				number,
				text: 'Hello',
			});
			const roomId = plain(set.parameters.roomId).replace(/[0-9a-f-]{36}/, room);
			return { ...set, room, parameters: { ...set.parameters, roomId } };
		}

		it('sends every valid set as it is', async () => {
			const sets = sampled(replies, SETS).map(withRoom);
			const { service } = simulator;
			const results = await expectAllAccepted(subject('reply'), service, sets, ENDPOINT);
			const sent = sets.map(({ parameters, files, room }, at) => {
				const { messageType = 'text', fileSource, fileUrl } = optionsOf(parameters);
				const [file] = Object.values(files ?? {});
				const wire = {
					room_id: room,
					type: messageType,
					...(fileSource === 'url' && { file_url: addressIn(fileUrl) }),
					// As forms write a quotation mark in a name.
					...(file && { file: file.fileName?.replaceAll('"', '%22') }),
				};
				return { parameters, reference: results[at]?.[0]?.ref_no, wire };
			});
			expectUnchanged(service, ENDPOINT, sent, without('text'));
			expectNone(
				sent.flatMap(({ reference, parameters }) => {
					const arrived = service.state.messages.get(plain(reference))?.content.text;
					const text = textOrNone(parameters.text) ?? '';
					return isKept(text, arrived, isFit(parameters)) ? [] : [{ text, arrived }];
				}),
			);
		});

		it('refuses every faulty set by the name of its field, before anything is sent', async () => {
			const sets = sampled(faulty(replyFaults));
			await expectAllRefused(subject('reply'), simulator.service, sets);
		});
	});

	describe('lists', () => {
		const CASES = [
			{
				operation: 'getTemplates',
				endpoint: 'official.getTemplates',
				path: '/wa_official/templates',
				sets: templateLists,
				faults: templateListFaults,
			},
			{
				operation: 'getChannels',
				endpoint: 'official.getChannels',
				path: '/wa_official/channels',
				sets: channelLists,
				faults: listFaults(channelLists),
			},
		];

		/** What the service itself answers. */
		async function answered(path: string): Promise<IDataObject[]> {
			const response = await fetch(`${simulator.url}/svc_api/1.0${path}`, {
				headers: { APIKey: 'simulator-key' },
			});
			simulator.service.journal.clear();
			return ((await response.json()) as { data: IDataObject[] }).data;
		}

		it.each(CASES)(
			'puts out what was asked for: $operation',
			async ({ operation, endpoint, path, sets: arbitrary }) => {
				furnished();
				const all = await answered(path);
				const sets = sampled(arbitrary);
				const { service } = simulator;
				const results = await expectAllAccepted(subject(operation), service, sets, endpoint);
				for (const [at, { parameters }] of sets.entries()) {
					const { status = 'any', name, category, responseFormat } = optionsOf(parameters);
					const holds = (value: unknown, part: unknown) =>
						plain(value)
							.toLowerCase()
							.includes((textOrNone(part) ?? '').trim().toLowerCase());
					const wanted = all.filter(
						(entry) =>
							(status === 'any' || plain(entry.status).toLowerCase() === status) &&
							holds(entry.name, name) &&
							(textOrNone(category) === undefined ||
								plain(entry.category).toLowerCase() === trimmed(category).toLowerCase()),
					);
					const most = isOn(parameters.returnAll) ? wanted.length : Number(parameters.limit);
					const expected = wanted.slice(0, most);
					const got = results[at] ?? [];
					// The inner parts are not documented: from XML they come in another form.
					// What the service leaves out is null.
					const told = (entry: IDataObject) =>
						responseFormat === 'xml'
							? { id: entry.id, name: entry.name }
							: Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null));
					expect(got.map(told)).toEqual(expected.map(told));
				}
			},
		);

		it.each(CASES)(
			'refuses every faulty set before anything is asked: $operation',
			async ({ operation, faults }) => {
				const { service } = simulator;
				await expectAllRefused(subject(operation), service, sampled(faulty(faults)));
				expect(service.journal.list().entries).toEqual([]);
			},
		);
	});
});
