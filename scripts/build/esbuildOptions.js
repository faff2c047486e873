module.exports = {
	bundle: true,
	platform: 'node',
	format: 'cjs',
	target: 'node20',
	// n8n provides this package, and its errors and `sleep` must be n8n's own.
	external: ['n8n-workflow'],
	logLevel: 'warning',
};
