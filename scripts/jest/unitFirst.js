const { default: Sequencer } = require('@jest/test-sequencer');

/** Unit tests find most faults, and within a minute. */
const isUnit = ({ context }) => context.config.displayName.name === 'unit';

module.exports = class extends Sequencer {
	async sort(tests) {
		const sorted = await super.sort(tests);
		return [...sorted.filter(isUnit), ...sorted.filter((one) => !isUnit(one))];
	}
};
