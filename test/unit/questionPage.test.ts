import { createHash } from 'node:crypto';

import { question, type Question } from '../../nodes/MessagingService/operations/question';
import {
	chatPage,
	closedPage,
	questionPage,
	thanksPage,
} from '../../nodes/MessagingService/sendAndWait/page';

const HOSTILE = `</title></textarea><script>alert(1)</script>"' onload=alert(1) \` {{ 1 }} &amp;`;

const asked = (ways: Question['ways'], others: Partial<Question> = {}): Question =>
	question.parse({ title: '', text: 'Well?', submit: 'Submit', ways, ...others });

const everything = asked(
	{
		kind: 'customForm',
		fields: (['checkbox', 'date', 'dropdown', 'email', 'number', 'text', 'textarea'] as const).map(
			(type) => ({ label: HOSTILE, type, choices: [HOSTILE], isRequired: true }),
		),
	},
	{
		title: HOSTILE,
		text: HOSTILE,
		submit: HOSTILE,
		sentences: {
			...{ thanks: HOSTILE, reason: HOSTILE, response: HOSTILE },
			...{ correction: HOSTILE, closed: HOSTILE },
		},
	},
);

const given = Object.fromEntries(
	Array.from({ length: 7 }, (_, index) => [`field-${index}`, HOSTILE]),
);

const PAGES = {
	form: questionPage(everything, { given, wrong: new Set(Object.keys(given)) }),
	approval: questionPage(
		asked({ kind: 'approval', approve: HOSTILE, decline: HOSTILE }, { title: HOSTILE }),
	),
	freeText: questionPage(asked({ kind: 'freeText' }, { text: HOSTILE })),
	chat: chatPage(everything),
	thanks: thanksPage(everything),
	closed: closedPage(everything),
};

describe.each(Object.entries(PAGES))('Page %s of a question', (_, page) => {
	it('The page holds no markup that a person or an item wrote', () => {
		expect(page.html).not.toContain('<script>alert');
		expect(page.html.match(/<script>/g)).toHaveLength(1);
		expect(page.html).not.toMatch(/="[^"]*"' onload/);
	});

	it('The page allows its own style and script only, and loads nothing', () => {
		const inside = (tag: string) =>
			new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page.html)?.[1] ?? '';
		const hash = (text: string) => createHash('sha256').update(text).digest('base64');
		const policy = page.headers['Content-Security-Policy'] ?? '';
		expect(policy).toContain("default-src 'none'");
		expect(policy).toContain(`style-src 'sha256-${hash(inside('style'))}'`);
		expect(policy).toContain(`script-src 'sha256-${hash(inside('script'))}'`);
		expect(policy).toMatch(/^sandbox [a-z -]+;/);
		expect(policy).not.toContain('same-origin');
		expect(policy).not.toContain('unsafe');
		expect(page.html).not.toMatch(/(src|href|action)=/);
		expect(page.html).not.toContain('style=');
	});

	it('The page is kept by no cache and shown in no frame', () => {
		expect(page.headers).toMatchObject({
			'Cache-Control': 'no-store',
			'X-Frame-Options': 'DENY',
			'X-Content-Type-Options': 'nosniff',
		});
	});
});

describe('questionPage', () => {
	it('A question that can only be approved has one button', () => {
		const { html } = questionPage(asked({ kind: 'approval', approve: 'Yes' }));
		expect(html.match(/<button/g)).toHaveLength(1);
		expect(html).not.toContain('<textarea');
	});

	it('A page shown again has what was entered, and what of it is wrong', () => {
		const day = { label: 'Day', type: 'date' as const, choices: [], isRequired: true };
		const again = { given: { 'field-0': 'tomorrow' }, wrong: new Set(['field-0']) };
		const { html } = questionPage(asked({ kind: 'customForm', fields: [day] }), again);
		expect(html).toContain('value="tomorrow"');
		expect(html).toContain('aria-invalid="true"');
		expect(html).toContain('Please check this');
	});

	it('A form is posted in the way that n8n takes one', () => {
		expect(PAGES.form.html).toContain('<form method="post" enctype="multipart/form-data">');
		expect(PAGES.approval.html).toContain('<form method="post">');
	});

	it('A page has nothing to press if the buttons are in the chat', () => {
		expect(PAGES.chat.html).toContain('Answer in the chat');
		expect(PAGES.chat.html).not.toMatch(/<(form|button|input)/);
	});

	it('The page of a closed question says nothing of the open one', () => {
		const { html } = closedPage(asked({ kind: 'freeText' }, { title: 'Secret', text: 'Secret' }));
		expect(html).not.toContain('Secret');
		expect(html).toContain('no longer open');
	});
});
