/** Words of the node that many tests look for. Only errorWords.test.ts checks the whole sentences. */
export const SAYS = {
	required: 'is required: fill it in',
	notText: (found: string) => `must be text, and is ${found}`,
	notNumber: (found: string) => `must be a number, and is ${found}`,
	notSwitch: 'must be true or false (yes, no, y, n, 1 and 0 are understood too)',
	notAddress:
		'must be a web address with http:// or https://, such as https://example.com/file.pdf',
	uncertain: 'may have been sent',
} as const;
