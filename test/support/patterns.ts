import { setSafeRegexEngine } from 'n8n-workflow';

// n8n stops a pattern after a quarter of a second, which is too short on a busy machine.
setSafeRegexEngine({
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, replacement) =>
		input.replace(new RegExp(pattern, flags), replacement),
	matchAll: (pattern, input, flags) =>
		Array.from(input.matchAll(new RegExp(pattern, `${(flags ?? '').replace('g', '')}g`))),
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
});
