/** What every bundle of the build has in common. */
module.exports = {
	bundle: true,
	platform: 'node',
	format: 'cjs',
	target: 'node20',
	// n8n brings it, and errors and sleep must be n8n's own.
	external: ['n8n-workflow'],
	logLevel: 'warning',
};
