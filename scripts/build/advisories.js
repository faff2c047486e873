const nameOf = ({ group, name }) => (group ? `${group}/${name}` : name);

/**
 * What npm audit says of the packages that a bill of materials lists. It says much more of the development packages,
 * none of which reaches a user.
 *
 * @returns {string[]}
 */
function advisoriesOf({ vulnerabilities }, { components }, locked) {
	return components.flatMap((bundled) => {
		const { via = [], nodes = [] } = vulnerabilities[nameOf(bundled)] ?? {};
		if (!nodes.some((place) => locked[place]?.version === bundled.version)) return [];
		// A text instead of an advisory is the name of a dependency, which is in the bill itself if it is bundled.
		return via
			.filter((advisory) => typeof advisory === 'object')
			.map(
				({ severity, title, url, range }) =>
					`${nameOf(bundled)} ${bundled.version}: ${title} (${severity}; versions ${range}). ${url}`,
			);
	});
}

module.exports = { advisoriesOf };
