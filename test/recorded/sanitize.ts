/** Takes out of an exchange what belongs to a person or opens an account. The same value gets the same stand-in. */

/** What a text may hold, in the order in which it is looked for. */
const PRIVATE = new RegExp(
	[
		/(?<uuid>\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b)/,
		/(?<email>[\w.+-]+@[\w-]+\.[\w.-]+)/,
		/(?<url>https?:\/\/[^\s"']+)/,
		/(?<number>\+?\b\d{6,}\b)/,
		/(?<id>\b(?=[\w.=-]*\d)(?=[\w.=-]*[a-z])[\w.=-]{12,})/,
		/(?<digits>\d{6,})/,
	]
		.map(({ source }) => source)
		.join('|'),
	'gi',
);

const numbered = (count: number, { length }: string) =>
	`62${String(count).padStart(length - 2, '0')}`;

const STAND_INS: Record<string, (count: number, value: string) => string> = {
	uuid: (count) => `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`,
	email: (count) => `person${count}@example.com`,
	url: (count) => `https://example.com/${count}`,
	number: numbered,
	digits: numbered,
};

const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** Fields whose whole value is somebody's own words. */
const OWN_WORDS =
	/^(?:text|msg|caption|body|name|userid|footer|header|title|value_text|destination_name|file_?name|settings|smstext)$/i;
const OPENS = /auth|passw|secret|token|api_?key|signature|cookie|^pin$/i;

export class Sanitizer {
	private readonly known = new Map<string, string>();

	/** @param secrets keys and passwords, which are replaced wherever they are */
	constructor(private readonly secrets: readonly string[]) {}

	private standIn(kind: string, value: string): string {
		const key = value.replace(/^\+/, '');
		const count = this.known.size + 1;
		const found = this.known.get(key) ?? STAND_INS[kind]?.(count, key) ?? `${kind}-${count}`;
		this.known.set(key, found);
		return found;
	}

	text(text: string): string {
		const spelled = this.secrets.flatMap((secret) => [
			secret,
			JSON.stringify(secret).slice(1, -1),
			encodeURIComponent(secret),
			Buffer.from(secret).toString('base64'),
		]);
		const secretless = spelled
			.filter((secret) => secret.length > 2)
			.sort((one, other) => other.length - one.length)
			.reduce((left, secret) => left.replaceAll(secret, 'SECRET'), text);
		if (DATE.test(secretless)) return secretless;
		return secretless.replace(PRIVATE, (found, ...more) => {
			const groups = more.at(-1) as Record<string, string | undefined>;
			const [kind = ''] = Object.entries(groups).find(([, part]) => part !== undefined) ?? [];
			return this.standIn(kind, found);
		});
	}

	value(value: unknown, name = ''): unknown {
		if (Array.isArray(value)) return value.map((entry) => this.value(entry, name));
		if (typeof value === 'object' && value !== null) {
			return Object.fromEntries(
				Object.entries(value).map(([own, inner]) => [this.text(own), this.value(inner, own)]),
			);
		}
		if (OPENS.test(name) && value !== null && value !== '') return 'SECRET';
		if (typeof value === 'number') {
			return Math.abs(value) < 1000
				? value
				: Number(this.standIn('number', String(Math.trunc(Math.abs(value)))));
		}
		if (typeof value !== 'string' || value === '') return value;
		if (!OWN_WORDS.test(name)) return this.text(value);
		const placeholders = value.match(/\{\{\w+\}\}/g) ?? [];
		return [this.standIn('text', value), ...placeholders].join(' ');
	}

	/** A body of JSON, a form, or another text. */
	body(text: string): string {
		try {
			return JSON.stringify(this.value(JSON.parse(text)));
		} catch {
			if (!/^[\w.%+-]+=[^\s<>{}]*$/.test(text)) return this.text(text);
			const fields = [...new URLSearchParams(text)];
			return new URLSearchParams(
				fields.map(([name, value]): [string, string] => [name, String(this.value(value, name))]),
			).toString();
		}
	}
}
