// npm start and npm run dev: n8n is installed while the packages of this project are.
const { installPackages } = require('./install.js');
const { installN8n } = require('./n8n/install.js');
const { failed } = require('./n8n/say.js');

const n8n = installN8n();
// Whoever waits for it reports its error.
n8n.catch(() => undefined);

installPackages()
	.then(() => {
		require('tsx/cjs/api').register();
		require('./start.ts');
	})
	.catch((/** @type {unknown} */ error) => {
		failed(error);
		process.exit();
	});
