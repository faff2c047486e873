import { createHash } from 'node:crypto';

import { escapedHtml } from '../../../plain';
import { SCRIPT, STYLE } from './style';

/** An instance shows that every value in its text is already escaped. */
export class Html {
	constructor(readonly text: string) {}
}

type Part = string | number | boolean | undefined | Html | readonly Html[];

function partOf(part: Part): string {
	if (part === undefined || part === false) return '';
	if (part instanceof Html) return part.text;
	if (typeof part === 'object') return part.map(({ text }) => text).join('');
	return escapedHtml(String(part));
}

export const markup = (fixed: TemplateStringsArray, ...parts: Part[]): Html =>
	new Html(fixed.map((text, at) => text + partOf(parts[at])).join(''));

export interface Page {
	html: string;
	headers: Readonly<Record<string, string>>;
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);
const SCRIPT_ELEMENT = new Html(`<script>${SCRIPT}</script>`);

const POLICY = `default-src 'none'; style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}; form-action 'self'; base-uri 'none'`;

/** n8n serves the page from the editor's address. The sandbox keeps the page from acting in the editor. */
const SANDBOX = 'sandbox allow-forms allow-scripts';

const HEADERS: Page['headers'] = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy': `${SANDBOX}; ${POLICY}; frame-ancestors 'none'`,
	'Cache-Control': 'no-store',
	'Referrer-Policy': 'same-origin',
	'X-Content-Type-Options': 'nosniff',
	'X-Frame-Options': 'DENY',
};

/** n8n may replace the policy in the header, so the page itself contains the policy too. */
export function pageOf(language: string, title: string, content: Html): Page {
	const page = markup`<!doctype html>
		<html lang="${language}">
			<head>
				<meta charset="utf-8" />
				<meta http-equiv="Content-Security-Policy" content="${POLICY}" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<title>${title}</title>
				${STYLE_ELEMENT}
			</head>
			<body>
				<main dir="auto">${content}</main>
				${SCRIPT_ELEMENT}
			</body>
		</html> `;
	return { html: page.text, headers: HEADERS };
}
