import { createHash } from 'node:crypto';

import {
	closedPage,
	questionPage,
	thanksPage,
} from '../../nodes/MessagingService/sendAndWait/page';
import { approval, asked, form, FREE_TEXT } from '../support/asked';

const HOSTILE = `</title></textarea><script>alert(1)</script>"' onload=alert(1) \` {{ 1 }} &amp;`;

const TYPES = ['checkbox', 'date', 'dropdown', 'email', 'number', 'text', 'textarea'] as const;
const fields = TYPES.map((fieldType) => ({
	fieldLabel: `${HOSTILE} ${fieldType}`,
	fieldType,
	requiredField: true,
	fieldOptions: { values: [{ option: HOSTILE }] },
}));
const everything = asked({
	...form(...fields),
	message: HOSTILE,
	responseFormTitle: HOSTILE,
	responseFormButtonLabel: HOSTILE,
});

const given = Object.fromEntries(fields.map((_, index) => [`field-${index}`, HOSTILE]));

const PAGES = {
	form: questionPage(everything, { given, wrong: new Set(Object.keys(given)) }),
	approval: questionPage(
		asked({
			...approval({ approveLabel: HOSTILE, disapproveLabel: HOSTILE }),
			responseFormTitle: HOSTILE,
		}),
	),
	freeText: questionPage(asked({ ...FREE_TEXT, responseFormDescription: HOSTILE })),
	thanks: thanksPage(everything),
	closed: closedPage(),
};

describe.each(Object.entries(PAGES))('Page of a question (%s)', (_, page) => {
	it('The page escapes the markup in texts and answers', () => {
		expect(page.html).not.toContain('<script>alert');
		expect(page.html.match(/<script>/g)).toHaveLength(1);
		expect(page.html).not.toMatch(/="[^"]*"' onload/);
	});

	it('The page allows only its own style and script, and loads nothing', () => {
		const inside = (tag: string) =>
			new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page.html)?.[1] ?? '';
		const hash = (text: string) => createHash('sha256').update(text).digest('base64');
		const policy = page.headers['Content-Security-Policy'] ?? '';
		expect(policy).toContain("default-src 'none'");
		expect(policy).toContain(`style-src 'sha256-${hash(inside('style'))}'`);
		expect(policy).toContain(`script-src 'sha256-${hash(inside('script'))}'`);
		expect(policy).toMatch(/^sandbox allow-forms allow-scripts;/);
		expect(policy).not.toContain('unsafe');
		expect(page.html).not.toMatch(/(src|href|action)=/);
		expect(page.html).not.toContain('style=');
	});

	it('The page may not be cached or shown in a frame', () => {
		const shown = { 'Cache-Control': 'no-store', 'X-Frame-Options': 'DENY' };
		expect(page.headers).toMatchObject({ ...shown, 'X-Content-Type-Options': 'nosniff' });
	});
});

describe('questionPage', () => {
	it('The page says until when it is open, in the time zone of the workflow', () => {
		const deadline = { at: Date.UTC(2026, 10, 27, 7, 18), timeZone: 'Asia/Jakarta' };
		const { html } = questionPage(asked({ pageLanguage: 'id' }), undefined, deadline);
		expect(html).toMatch(/Terbuka sampai 27 November pukul 14\.18 Waktu Indonesia Barat/);
		expect(questionPage(asked()).html).not.toContain('Open until');
	});

	it('A question that can only be approved has one button', () => {
		const { html } = questionPage(asked(approval({ approvalType: 'single' })));
		expect(html.match(/<button/g)).toHaveLength(1);
		expect(html).not.toContain('<textarea');
	});

	it('A page that is shown again has the answers, and marks the wrong ones', () => {
		const day = { fieldLabel: 'Day', fieldType: 'date', requiredField: true };
		const again = { given: { 'field-0': 'tomorrow' }, wrong: new Set(['field-0']) };
		const { html } = questionPage(asked(form(day)), again);
		expect(html).toContain('value="tomorrow"');
		expect(html).toContain('aria-invalid="true"');
		expect(html).toContain('Please check this');
	});

	it('A number with two readings is shown again with both', () => {
		const amount = { fieldLabel: 'Amount', fieldType: 'number', requiredField: true };
		const again = { given: { 'field-0': ' 120.000' }, wrong: new Set(['field-0']) };
		const { html } = questionPage(asked(form(amount)), again);
		expect(html).toContain('value=" 120.000"');
		expect(html).toContain('Please check this: 120 / 120000?');
	});

	it('A form is posted as multipart, an approval is not, as n8n requires', () => {
		expect(PAGES.form.html).toContain('<form method="post" enctype="multipart/form-data">');
		expect(PAGES.approval.html).toContain('<form method="post">');
	});

	it.each(['en', 'id'] as const)('A screen reader is told the language %s', (language) => {
		const one = asked({ ...FREE_TEXT, pageLanguage: language });
		for (const { html } of [questionPage(one), thanksPage(one), closedPage(language)]) {
			expect(html).toContain(`<html lang="${language}">`);
		}
	});
});
