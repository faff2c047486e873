const nameOf = ({ group, name }) => (group ? `${group}/${name}` : name);

/**
 * Only packages in the bill of materials reach a user. npm audit also reports the development packages.
 *
 * @returns {string[]}
 */
function advisoriesOf({ vulnerabilities }, { components }, locked) {
	return components.flatMap((bundled) => {
		const { via = [], nodes = [] } = vulnerabilities[nameOf(bundled)] ?? {};
		if (!nodes.some((place) => locked[place]?.version === bundled.version)) return [];
		// A text instead of an advisory names a dependency. If that is bundled, it is in the bill itself.
		return via
			.filter((advisory) => typeof advisory === 'object')
			.map(
				({ severity, title, url, range }) =>
					`${nameOf(bundled)} ${bundled.version}: ${title} (${severity}; versions ${range}). ${url}`,
			);
	});
}

module.exports = { advisoriesOf };
