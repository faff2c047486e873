// Lints the OpenAPI files with all recommended rules of Redocly.
import path from 'node:path';

import { createConfig, formatProblems, lint } from '@redocly/openapi-core';

const config = await createConfig({ extends: ['recommended-strict'] });
for (const name of ['openapi.yaml', 'openapi-sms.yaml']) {
	const ref = path.resolve(import.meta.dirname, '../../docs/service', name);
	const problems = await lint({ ref, config });
	const totals = { errors: problems.length, warnings: 0, ignored: 0 };
	formatProblems(problems, { format: 'codeframe', totals });
	console.log(`${name}: ${problems.length} problems`);
	if (problems.length > 0) process.exitCode = 1;
}
