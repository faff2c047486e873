const fs = require('node:fs/promises');
const os = require('node:os');
const path = require('node:path');

const esbuild = require('esbuild');
const { zodToJsonSchema } = require('zod-to-json-schema');

const common = require('./esbuildOptions.js');

/** The editor's output previews come from the schemas that also check the responses. */
async function previews() {
	const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'previews-'));
	const required = async (entry) => {
		const outfile = path.join(folder, `${path.basename(path.dirname(entry))}.js`);
		await esbuild.build({ ...common, entryPoints: [entry], outfile });
		return require(outfile);
	};
	const { resources } = await required('nodes/MessagingService/operations/index.ts');
	const { TRIGGER_OUTPUTS } = await required('nodes/callbacks/kinds/index.ts');
	await fs.rm(folder, { recursive: true });
	const withoutExtras = (schema) =>
		JSON.parse(
			JSON.stringify(schema, (key, value) => {
				if (key === '$schema' || key === 'additionalProperties') return undefined;
				// The editor shows one type for each field, so null is left out.
				if (key === 'type' && Array.isArray(value)) return value.find((type) => type !== 'null');
				if (Array.isArray(value?.anyOf)) return value.anyOf[0];
				return value;
			}),
		);
	const write = async (file, schema) => {
		const preview = withoutExtras(zodToJsonSchema(schema, { $refStrategy: 'none' }));
		await fs.mkdir(path.dirname(file), { recursive: true });
		await fs.writeFile(file, `${JSON.stringify({ ...preview, version: 1 }, null, 2)}\n`);
	};
	const version = '__schema__/v1.0.0';
	for (const resource of resources) {
		for (const operation of resource.operations) {
			const place = `${version}/${resource.value}/${operation.value}.json`;
			await write(`dist/nodes/MessagingService/${place}`, operation.preview);
		}
	}
	for (const [name, schema] of Object.entries(TRIGGER_OUTPUTS)) {
		await write(`dist/nodes/${name}/${version}.json`, schema);
	}
}

module.exports = { previews };
