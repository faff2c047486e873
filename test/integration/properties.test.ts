import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { MessagingService } from '../../nodes/MessagingService/MessagingService.node';
import type { Entry } from '../simulator/http/journal';
import { runNode } from '../support/harness';
import { loginTo } from '../support/login';
import { useSimulator } from '../support/useSimulator';

/**
 * Parameters drawn by chance, given by expressions as workflows give them. The simulator judges by the documentation
 * alone: what that allows must go out unchanged. What a field refuses is in unit/operations/fields.test.ts.
 */

const SEED = Number(process.env.PROPERTIES_SEED ?? 20_250_730);
const SETS = 200;

const sampled = <Value>(arbitrary: fc.Arbitrary<Value>, count = SETS): Value[] =>
	fc.sample(arbitrary, { seed: SEED, numRuns: count });

/** A value as a person gives it, and as the service must get it. */
interface Given {
	given: unknown;
	wire: unknown;
}
type Drawn = fc.Arbitrary<Given>;

const same = (values: fc.Arbitrary<unknown>): Drawn =>
	values.map((value) => ({ given: value, wire: value }));

const PIECES = [
	'Selamat pagi, Ayu!',
	'Привет',
	'こんにちは世界',
	'مرحبا بالعالم ١٢٣',
	'👨‍👩‍👧‍👦',
	'e\u0301a\u0308',
	'“Smart quotes” — and dashes…',
	'<b>bold</b> & "quoted" \'single\'',
	'{"json": [true, null]}',
	'{{ $json.message }} ={{ 1 + 1 }}',
	'%20 %zz 100% a+b=c&d;e?f#g',
	"Robert'); DROP TABLE students;--",
	'C:\\new\\table \\n',
	'undefined',
	'__proto__',
	'0',
	' ',
	'    ',
];

const clipped = (text: string, most: number) => Array.from(text).slice(0, most).join('');

/** Texts of one line, up to a length in characters and often of exactly that length. */
function line(most: number): Drawn {
	const piece = fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'grapheme', minLength: 1 }));
	const pieces = fc.array(piece, { minLength: 1, maxLength: 20 }).map((all) => all.join(' '));
	const full = pieces.map((text) => text.padEnd(most, 'x'));
	const isFit = (text: string) =>
		!/[\r\n\t\v\f\u0085\u2028\u2029]| {5}/.test(text) && /\S/.test(text);
	return same(
		fc
			.oneof(pieces, full)
			.map((text) => clipped(text, most))
			.filter(isFit),
	);
}

const NUMBERS = fc
	.tuple(fc.constantFrom('628', '49', '7', '351'), fc.integer({ min: 10_000_000, max: 99_999_999 }))
	.map(([country, rest]) => `${country}${rest}`)
	// From here on, numbers have a fate at the simulator.
	.filter((number) => !number.startsWith('62800000'));

const WRITINGS: ((number: string) => unknown)[] = [
	(number) => number,
	Number,
	(number) => `+${number}`,
	(number) => ` +${number.slice(0, 4)} ${number.slice(4, 7)}-${number.slice(7)}\n`,
	(number) => `\u202a+${number}\u202c`,
	(number) => `${number}.0`,
	(number) => `00${number}`.slice(2),
];

const number: Drawn = fc
	.tuple(NUMBERS, fc.constantFrom(...WRITINGS))
	.map(([digits, written]) => ({ given: written(digits), wire: digits }));

const address = (...extensions: string[]): Drawn =>
	fc
		.tuple(fc.webUrl({ validSchemes: ['https'] }), fc.constantFrom(...extensions))
		.map(([url, extension]) => {
			const file = new URL(`/file.${extension}`, url).href;
			return { given: ` ${file} `, wire: file };
		});

const padded = (...values: string[]): Drawn =>
	fc
		.constantFrom(...values)
		.chain((value) =>
			fc.constantFrom({ given: value, wire: value }, { given: ` ${value}\n`, wire: value }),
		);

const onOff: Drawn = fc.constantFrom(
	...[true, 'yes', 1].map((given) => ({ given, wire: true })),
	...[false, 'no', 0].map((given) => ({ given, wire: false })),
);

interface Field {
	name: string;
	drawn: Drawn;
	/** Where the value stands in the request. */
	at: string;
}

const field = (name: string, drawn: Drawn, at = name): Field => ({ name, drawn, at });

const to = field('destination', number);
const recipient = field('recipient', number);
const gateway = field('gatewayId', padded('gateway-1'), 'gateway_id');

interface Subject {
	resource: string;
	operation: string;
	endpoint: string;
	fields: readonly Field[];
	/** What stands in the node as it is. */
	fixed?: IDataObject;
}

const subjects: Subject[] = [
	{
		...{ resource: 'sms', operation: 'send', endpoint: 'sms.send' },
		fields: [
			{ ...to, at: 'GSM' },
			field('text', line(160), 'SMSText'),
			field('unicode', fc.constant({ given: 'yes', wire: 'true' })),
		],
	},
	{
		...{ resource: 'whatsappUnofficial', operation: 'sendText', endpoint: 'unofficial.sendText' },
		fields: [to, field('message', line(5000))],
	},
	{
		...{ resource: 'whatsappUnofficial', operation: 'sendText', endpoint: 'unofficial.sendText' },
		fixed: { sendFrom: 'queue', options: { includeUnsubscribe: '={{ $json.unsubscribe }}' } },
		fields: [
			to,
			field('message', line(50)),
			field('queue', padded('marketing', 'service')),
			field('unsubscribe', onOff, 'include_unsubscribe'),
		],
	},
	{
		...{ resource: 'whatsappUnofficial', operation: 'sendMedia', endpoint: 'unofficial.sendMedia' },
		fixed: { mediaSource: 'url' },
		fields: [
			to,
			field('mediaUrl', address('jpg', 'png', 'pdf', 'mp4'), 'media_url'),
			field('caption', line(300)),
		],
	},
	{
		...{ resource: 'whatsappOfficial', operation: 'reply', endpoint: 'official.reply' },
		fields: [field('roomId', padded('ROOM'), 'room_id'), field('text', line(900))],
	},
	{
		...{ resource: 'whatsappBusiness', operation: 'reply', endpoint: 'business.reply' },
		fixed: { messageType: 'text' },
		fields: [gateway, recipient, field('text', line(4000), 'payloads.body')],
	},
	{
		...{ resource: 'whatsappBusiness', operation: 'reply', endpoint: 'business.reply' },
		fixed: { messageType: 'document' },
		fields: [gateway, recipient, field('mediaUrl', address('pdf', 'xlsx', 'txt'), 'payloads.link')],
	},
	{
		...{ resource: 'whatsappBusiness', operation: 'sendButtons', endpoint: 'business.sendButtons' },
		fixed: {
			headerType: 'none',
			options: { footer: '={{ $json.footer }}' },
			buttons: { button: [{ id: 'yes', title: '={{ $json.title }}' }] },
		},
		fields: [
			gateway,
			recipient,
			field('body', line(1024), 'body.text'),
			field('footer', line(60), 'footer.text'),
			field('title', line(20), 'buttons.0.title'),
		],
	},
];

const inside = (body: unknown, path: string): unknown =>
	path
		.split('.')
		.reduce<unknown>(
			(value, name) => (typeof value === 'object' && value ? Reflect.get(value, name) : undefined),
			body,
		);

const bodyOf = ({ body, endpoint }: Entry): unknown =>
	endpoint === 'sms.send' ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body);

describe.each(subjects)('$resource $operation with random values', (subject) => {
	const { resource, operation, endpoint, fields, fixed = {} } = subject;
	const simulator = useSimulator();

	/** People must have written first, where the service only takes replies. */
	function withConversation(set: Record<string, Given>, at: number): Record<string, Given> {
		const { service } = simulator;
		const account = service.state.accounts.get('main');
		const [channel] = account?.channels ?? [];
		const known = account?.gateways.find(({ id }) => id === 'gateway-1');
		const wrote = { account: 'main', text: 'Hello' } as const;
		if (resource === 'whatsappBusiness' && known) {
			const sender = { id: known.id, name: known.id, number: known.number };
			const number = String(set.recipient?.wire);
			service.receive({ ...wrote, route: 'business', sender, number });
		}
		if (resource !== 'whatsappOfficial' || !channel) return set;
		const number = `62813${String(at).padStart(8, '0')}`;
		const { roomId } = service.receive({ ...wrote, route: 'official', sender: channel, number });
		const written = String(set.roomId?.given).replace('ROOM', roomId ?? '');
		return { ...set, roomId: { given: written, wire: roomId } };
	}

	const names = fields.map(({ name }) => name);
	const isNested = (name: string) => JSON.stringify(fixed).includes(`$json.${name} `);

	async function run(items: readonly Record<string, unknown>[]): Promise<IDataObject[]> {
		const own = names
			.filter((name) => !isNested(name))
			.map((name): [string, string] => [name, `={{ $json.${name} }}`]);
		const { items: outputs, error } = await runNode({
			nodeType: new MessagingService(),
			parameters: { resource, operation, ...fixed, ...Object.fromEntries(own) },
			// Drawn from JSON values.
			items: items as IDataObject[],
			credentials: loginTo(simulator.url),
			settings: { onError: 'continueRegularOutput' },
		});
		if (error) throw error;
		return (outputs[0] ?? []).map(({ json }) => json);
	}

	const drawn = () => {
		const set = fc.record(Object.fromEntries(fields.map((one) => [one.name, one.drawn])));
		return sampled(set).map(withConversation);
	};
	const given = (set: Record<string, Given>) =>
		Object.fromEntries(Object.entries(set).map(([name, one]) => [name, one.given]));
	const requests = () =>
		simulator.service.journal.list().entries.filter((entry) => entry.endpoint === endpoint);

	it('Everything that the documentation allows is sent unchanged', async () => {
		const sets = drawn();
		const outputs = await run(sets.map(given));

		const refused = outputs.flatMap((output, at) =>
			'error' in output ? [{ set: given(sets[at] ?? {}), error: output.error }] : [],
		);
		expect({ seed: SEED, refused: refused.length, first: refused[0] }).toEqual({
			seed: SEED,
			refused: 0,
		});
		const sent = requests();
		expect(sent.filter(({ outcome }) => outcome !== 'accepted')).toEqual([]);
		// Several go out at a time, so they arrive in any order.
		const paths = fields.map(({ at }) => at);
		const arrived = new Set(
			sent.map((entry) => JSON.stringify(paths.map((path) => inside(bodyOf(entry), path)))),
		);
		const changed = sets
			.map((set) => JSON.stringify(names.map((name) => set[name]?.wire)))
			.filter((one) => !arrived.has(one));
		expect({ changed: changed.length, first: changed[0] }).toEqual({ changed: 0 });
		expect(sent).toHaveLength(SETS);
	});
});
