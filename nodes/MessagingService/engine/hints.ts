import type { IExecuteFunctions } from 'n8n-workflow';

const MOST = 5;

/** Shows what is worth knowing above the output; older versions of n8n have no place for it. */
export function warn(context: IExecuteFunctions, texts: readonly string[]): void {
	if (texts.length === 0 || !('addExecutionHints' in context)) return;
	const rest = texts.length > MOST ? [`And ${texts.length - MOST} more.`] : [];
	context.addExecutionHints(
		...[...texts.slice(0, MOST), ...rest].map((message) => ({
			message,
			type: 'warning' as const,
			location: 'outputPane' as const,
		})),
	);
}
