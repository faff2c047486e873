import { createHash } from 'node:crypto';

import { escapedHtml } from '../../../plain';

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

const STYLE = `
:root{color-scheme:light dark;--page:#f4f5f7;--card:#fff;--ink:#14181f;--soft:#59616e;--line:#8a93a1;--accent:#0b6e4f;--on:#fff;--wrong:#b3261e}
@media (prefers-color-scheme:dark){:root{--page:#101317;--card:#1a1f26;--ink:#eef1f5;--soft:#a9b2bf;--line:#77808d;--accent:#5fd3a6;--on:#06251a;--wrong:#ffb4ab}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;padding:1.25rem 1rem 2rem;background:var(--page);color:var(--ink);font:1.0625rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:34rem;margin:0 auto;padding:1.5rem 1.25rem;background:var(--card);border-radius:1rem}
h1{margin:0 0 .75rem;font-size:1.375rem;line-height:1.25}
h1,p,label,legend,span,button{overflow-wrap:anywhere}
.text{margin:0 0 1.5rem;white-space:pre-wrap}
.text:last-child{margin:0}
fieldset{margin:0;padding:0;border:0;min-width:0}
form>*+*{margin-top:1.25rem}
label,legend{display:block;margin:0 0 .375rem;padding:0;font-weight:600}
.choice{display:flex;gap:.75rem;align-items:center;min-height:2.75rem;margin:0;font-weight:400}
.choice input{flex:none;width:1.375rem;height:1.375rem;margin:0;accent-color:var(--accent)}
input,select,textarea,button{font:inherit;color:inherit}
input:not([type=checkbox]),select,textarea{display:block;width:100%;min-height:3rem;padding:.625rem .75rem;background:transparent;border:1px solid var(--line);border-radius:.625rem}
select option{background:var(--card)}
textarea{min-height:5rem;resize:vertical}
button{display:block;width:100%;min-height:3.25rem;padding:.75rem 1rem;border:2px solid var(--accent);border-radius:.75rem;background:var(--accent);color:var(--on);font-weight:600;cursor:pointer}
button.other{background:transparent;color:var(--ink);border-color:var(--line)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
form[data-sent] button{opacity:.5;cursor:default}
.wrong{margin:.375rem 0 0;color:var(--wrong);font-weight:600}
[aria-invalid=true]{border-color:var(--wrong)!important}
.soft{color:var(--soft);font-weight:400}
`;

/** Prevents a second tap while the answer is being sent. The page also works without this script. */
const SCRIPT = `document.addEventListener('submit',function(e){var f=e.target;if('sent' in f.dataset)e.preventDefault();f.dataset.sent=''});addEventListener('pageshow',function(){document.querySelectorAll('form').forEach(function(f){delete f.dataset.sent})})`;

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
