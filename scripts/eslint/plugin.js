const asAllowed = require('./asAllowed.js');
const byEntry = require('./byEntry.js');
const noCycle = require('./noCycle.js');

/**
 * Rules that keep imports in one direction. CommonJS, because Jest, which tests them, loads nothing else.
 *
 * @returns {{ rules: Record<'no-cycle' | 'by-entry' | 'as-allowed', import('eslint').Rule.RuleModule> }}
 */
const modulesPlugin = ({ root, modules, forAll }) => ({
	rules: {
		'no-cycle': noCycle({ root, modules }),
		'by-entry': byEntry({ root, modules }),
		'as-allowed': asAllowed({ root, modules, forAll }),
	},
});

module.exports = { modulesPlugin };
