/** Takes out of an exchange what belongs to a person or opens an account. The same value gets the same stand-in. */

const UUID = /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi;
const EMAIL = /[\w.+-]+@[\w-]+\.[\w.-]+/g;
const HOST = /(https?:\/\/)[^/\s"'?#]+(?:[/?#][^\s"']*)?/g;
const DATE = /\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?/;
const LONG_NUMBER = /\+?\d{6,}/g;
const REFERENCE = /\b(?=[\w.=-]*\d)(?=[\w.=-]*[a-z])[\w.=-]{12,}/gi;

/** Fields whose whole value is somebody's own words. */
const OWN_WORDS =
	/^(?:text|msg|caption|body|name|userid|footer|header|title|value_text|destination_name|file_?name|settings|smstext)$/i;
const OPENS = /auth|passw|secret|token|api_?key|signature|cookie|^pin$/i;

export class Sanitizer {
	private readonly known = new Map<string, string>();

	private readonly counts = new Map<string, number>();

	/** @param secrets keys and passwords, which are replaced wherever they are */
	constructor(private readonly secrets: readonly string[]) {}

	private standIn(kind: string, value: string, write: (count: number) => string): string {
		const key = `${kind} ${value}`;
		const count = (this.counts.get(kind) ?? 0) + (this.known.has(key) ? 0 : 1);
		this.counts.set(kind, count);
		const found = this.known.get(key) ?? write(count);
		this.known.set(key, found);
		return found;
	}

	private number(digits: string): string {
		const { length } = digits.replace('+', '');
		return this.standIn('number', digits.replace('+', ''), (count) =>
			String(count)
				.padStart(length - 2, '0')
				.padStart(length, '62'),
		);
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
		if (DATE.exec(secretless)?.[0] === secretless) return secretless;
		return secretless
			.replace(UUID, (id) =>
				this.standIn(
					'uuid',
					id,
					(count) => `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`,
				),
			)
			.replace(EMAIL, (address) =>
				this.standIn('email', address, (count) => `person${count}@example.com`),
			)
			.replace(HOST, (url) => this.standIn('url', url, (count) => `https://example.com/${count}`))
			.replace(REFERENCE, (id) => this.standIn('id', id, (count) => `id-${count}`))
			.replace(LONG_NUMBER, (digits) => this.number(digits));
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
				: Number(this.number(String(Math.trunc(Math.abs(value)))));
		}
		if (typeof value !== 'string') return value;
		if (OWN_WORDS.test(name) && value !== '') {
			const kept = (value.match(/\{\{\w+\}\}/g) ?? []).join(' ');
			return this.standIn('text', value, (count) => `text ${count} ${kept}`.trim());
		}
		return this.text(value);
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
