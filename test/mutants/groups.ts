const ENGINE = 'nodes/MessagingService/engine';
const TEMPLATE = 'nodes/MessagingService/operations/whatsappOfficial/template';

/** Files of the product, and the unit tests that must notice each small change in them. */
export interface Group {
	files: readonly string[];
	/** Parts of paths in `test/unit/`, without `.test.ts`. */
	tests: readonly string[];
	/** The score in percent below which the command fails. */
	aim: number;
	/** Changed lines that nobody can tell from the original, and why. */
	equal?: Readonly<Record<string, string>>;
}

export const GROUPS: Readonly<Record<string, Group>> = {
	register: {
		files: [`${ENGINE}/register/*.ts`],
		// The random histories are left out: they take seconds, and what they find is found by a test of its own.
		tests: ['register/decisions', 'register/register', 'register/takenBack', 'register/turns'],
		aim: 95,
	},
	breakdown: {
		files: ['nodes/service/breakdown.ts'],
		tests: ['breakdown'],
		aim: 100,
		equal: {
			'const all = Array.isArray(errors) ? errors.map(errorOf) : ["Stryker was here"];':
				'An empty list and a list of a text both find no failure.',
		},
	},
	answer: { files: [`${ENGINE}/answer/*.ts`], tests: ['answer', 'operations/answers'], aim: 95 },
	receive: { files: ['nodes/callbacks/receive.ts'], tests: ['receive'], aim: 90 },
	values: {
		files: ['nodes/service/numbers.ts', `${TEMPLATE}/*.ts`],
		tests: ['numbers', 'templateShape', 'operations/*', 'facts'],
		aim: 95,
	},
};
