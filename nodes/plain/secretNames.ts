import { opened } from './jsonText';
import { isPlainRecord } from './plainData';

/** Names of values that open something. They are compared without case and signs, so that API_KEY is one too. */
const SECRET_NAMES =
	/auth|passw|passphrase|pwd|secret|token|apikey|accesskey|privatekey|credential|signature|bearer|cookie|session|certificate|^(?:pin|otp|key|pass)$|(?:pin|key|pass)$/;

/** Masks the values of such names at any depth, and keeps that they are there. */
export function withoutSecrets(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutSecrets);
	if (typeof value === 'string' && opened(value) !== value) {
		return JSON.stringify(withoutSecrets(opened(value)));
	}
	if (!isPlainRecord(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => {
			const isSecret = SECRET_NAMES.test(name.toLowerCase().replace(/[^a-z0-9]/g, ''));
			const isGiven = inner !== null && inner !== '' && typeof inner !== 'boolean';
			return [name, isSecret && isGiven ? '********' : withoutSecrets(inner)];
		}),
	);
}
