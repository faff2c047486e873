/** The versions of n8n that the package is tested with, and what npm needs to install each. */

export interface N8nVersion {
	n8n: string;
	/** The interfaces of n8n 1 and n8n 2 differ. */
	major: 1 | 2;
	/** The version of Node, which npm installs with its headers. */
	node: string;
	/** In place of releases that a registry may lack or that are outside npm. */
	overrides: Record<string, string>;
	env: Record<string, string>;
}

export const N8N_2: N8nVersion = {
	n8n: '2.41.1',
	major: 2,
	node: '24.21.0',
	overrides: {
		linkedom: '0.18.12',
		'@langchain/langgraph': '1.4.0',
		'@langchain/langgraph-checkpoint': '1.1.5',
	},
	// These modules ask n8n's own hosts.
	env: { N8N_DISABLED_MODULES: 'mcp-registry,insights' },
};

/** The last of n8n 1. */
export const N8N_1: N8nVersion = {
	n8n: '1.123.81',
	major: 1,
	node: '20.20.2',
	overrides: {
		linkedom: '0.18.12',
		xlsx: '0.18.5',
		'@langchain/langgraph': '1.1.2',
		'@langchain/langgraph-checkpoint': '1.0.0',
	},
	env: {
		N8N_DISABLED_MODULES: 'insights',
		// The other engine needs an addon that would have to be compiled.
		N8N_EXPRESSION_ENGINE: 'legacy',
	},
};
