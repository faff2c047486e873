import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { askAgent } from '../support/agent';
import { nodeAt } from '../support/login';
import { texts } from '../support/texts';
import { useService } from '../support/useService';

const ALLOWED = '6281234567890';
const OTHER = '6281234567891';
const ACCEPTED = { json: { error: false, data: { ref_no: 'r', destination: ALLOWED } } };

/** Limits of what a node may send, for agents above all. */
describe('Limits of a node', () => {
	const service = useService();

	beforeEach(() => {
		service.answer = () => ACCEPTED;
	});

	const send = (
		options: INodeParameters,
		recipients: readonly string[],
		settings: Partial<INode> = {},
	) => {
		const items = recipients.map((to, at) => ({ to, text: String(at) }));
		return texts(service, items, options, { settings }).run();
	};

	const sent = () => service.accepted().length;

	it('Nothing is sent while one recipient is not allowed', async () => {
		const { error } = await send({ allowedRecipients: ALLOWED }, [ALLOWED, OTHER]);
		expect(error?.description).toContain(`Allowed Recipients does not include “${OTHER}”`);
		expect(sent()).toBe(0);
	});

	it('Allowed recipients get their messages if the others come out as errors', async () => {
		const { outputs } = await send({ allowedRecipients: '*90' }, [ALLOWED, OTHER], {
			onError: 'continueRegularOutput',
		});
		expect(outputs[0]?.[1]?.error).toContain('Allowed Recipients');
		expect(sent()).toBe(1);
	});

	it('Messages with a key leave although the limit refuses all those before them', async () => {
		const { outputs } = await send(
			{
				mostMessages: `={{ $json.to === '${OTHER}' ? 0 : 10 }}`,
				sendOnceKey: '={{ $itemIndex }}',
			},
			[...Array.from({ length: 60 }, () => OTHER), ALLOWED],
			{ onError: 'continueRegularOutput' },
		);
		expect(outputs[0]?.[0]?.error).toContain('Max Messages allows 0');
		expect(outputs[0]?.[60]).toMatchObject({ status: 'accepted' });
		expect(sent()).toBe(1);
	});

	it.each([
		['allowedRecipients', 'Allowed Recipients is empty'],
		['mostMessages', 'Max Messages is empty'],
	])('Nothing is sent if the limit %s is empty', async (name, words) => {
		const { error } = await send({ [name]: '={{ $json.missing }}' }, [ALLOWED]);
		expect(error?.message).toContain(words);
		expect(sent()).toBe(0);
	});

	it('Nothing is sent of a list that is longer than Max Messages', async () => {
		const { error } = await send({ mostMessages: 2 }, [ALLOWED, ALLOWED, ALLOWED]);
		expect(error?.description).toContain('Item 3 of 3');
		expect(error?.message).toContain('Max Messages allows 2');
		expect(sent()).toBe(0);
	});

	it('Max Messages are sent if the others come out as errors', async () => {
		const { outputs } = await send({ mostMessages: 2 }, [ALLOWED, ALLOWED, ALLOWED], {
			onError: 'continueRegularOutput',
		});
		expect(outputs[0]?.map(({ error }) => error === undefined)).toEqual([true, true, false]);
		expect(sent()).toBe(2);
	});

	it('A message that Retry On Fail comes back to counts once', async () => {
		let calls = 0;
		service.answer = () => {
			calls++;
			return calls === 2 ? { status: 422, json: { detail: [] } } : ACCEPTED;
		};
		const { error } = await send({ mostMessages: 2 }, [ALLOWED, ALLOWED], {
			retryOnFail: true,
			maxTries: 2,
			waitBetweenTries: 1,
		});
		expect(error).toBeUndefined();
		expect(sent()).toBe(2);
	});

	it('An uncertain message counts toward Max Messages', async () => {
		service.answer = () => ({ drop: 'after' });
		const { outputs } = await send({ mostMessages: 1 }, [ALLOWED, OTHER], {
			onError: 'continueRegularOutput',
		});
		expect(outputs[0]?.[0]?.was_sent).toBe('maybe');
		expect(outputs[0]?.[1]?.error).toContain('Max Messages');
		expect(sent()).toBe(1);
	});

	const ask = (calls: IDataObject[], parameters: INodeParameters) =>
		askAgent(nodeAt(service.url, parameters), calls);

	it('A call whose Send Once Key was used before does not count toward Max Messages', async () => {
		const keys = ['a', 'a', 'a', 'b', 'c'].map((key) => ({ key }));
		const told = await ask(keys, {
			resource: 'whatsappUnofficial',
			operation: 'sendText',
			destination: ALLOWED,
			message: 'hello',
			options: { mostMessages: 2, sendOnceKey: "={{ $fromAI('key', 'the order', 'string') }}" },
		});
		expect(told[2]).toContain('already_sent');
		expect(told[4]).toContain('Max Messages allows 2');
		expect(sent()).toBe(2);
	});

	it('The text of an agent’s Official reply is made to fit', async () => {
		const [told] = await ask([{ text: 'Dear Ayu,\n\nyes.' }], {
			resource: 'whatsappOfficial',
			operation: 'reply',
			roomId: '123e4567-e89b-42d3-a456-426614174000',
			messageType: 'text',
			message: "={{ $fromAI('text', 'the answer', 'string') }}",
		});
		expect(told).toContain('ref_no');
		expect(service.accepted()[0]?.body).toContain('Dear Ayu, yes.');
	});
});
