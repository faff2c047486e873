/** No import of a value: `import type`, or every name in it a type. */
function isTypeOnly({ importKind, exportKind, specifiers }) {
	if (importKind === 'type' || exportKind === 'type') return true;
	const kinds = (specifiers ?? []).map((specifier) => specifier.importKind ?? specifier.exportKind);
	return kinds.length > 0 && kinds.every((kind) => kind === 'type');
}

/** Calls `check` for every kind of import: `import`, `export … from`, `import()`, and `import('…')` as a type. */
function onImport(check) {
	const declared = (node) => {
		if (node.source) check({ node, specifier: node.source.value, typeOnly: isTypeOnly(node) });
	};
	return {
		ImportDeclaration: declared,
		ExportNamedDeclaration: declared,
		ExportAllDeclaration: declared,
		ImportExpression(node) {
			if (typeof node.source.value !== 'string') return;
			check({ node, specifier: node.source.value, typeOnly: false });
		},
		TSImportType(node) {
			const { value } = node.source ?? node.argument.literal;
			check({ node, specifier: value, typeOnly: true });
		},
	};
}

module.exports = { onImport };
