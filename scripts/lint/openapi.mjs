// Lints docs/service/openapi.yaml with all recommended rules of Redocly.
import path from 'node:path';

import { createConfig, formatProblems, lint } from '@redocly/openapi-core';

const ref = path.resolve(import.meta.dirname, '../../docs/service/openapi.yaml');
const config = await createConfig({ extends: ['recommended-strict'] });
const problems = await lint({ ref, config });
const totals = { errors: problems.length, warnings: 0, ignored: 0 };
formatProblems(problems, { format: 'codeframe', totals });
console.log(`${path.basename(ref)}: ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
