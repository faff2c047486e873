import { until } from '../../n8n/api';
import { useN8n } from '../useN8n';
import { useExamples } from './useExamples';

const NAME = 'one-time-password';
describe('One-time password', () => {
	const testbed = useN8n();
	const { urlOf, workflow } = useExamples(testbed, {
		names: [NAME],
	});

	/** n8n gives no answer while the execution runs. */
	const pageOf = async (url: string) => {
		try {
			return await (await fetch(url, { signal: AbortSignal.timeout(3000) })).text();
		} catch {
			return undefined;
		}
	};

	/** Waits until the form shows a page with these words. */
	const pageWith = (words: string, url: string) => {
		const state = new URL(url);
		state.pathname += '/n8n-execution-status';
		return until(`a page that says “${words}”`, async () => {
			const told = (await (await fetch(state)).text()).trim();
			if (told === 'error' || told === 'crashed') throw new Error(`The form ended as ${told}`);
			const page = told === 'form-waiting' ? await pageOf(url) : undefined;
			return page?.includes(words) === true && page;
		});
	};

	const post = (url: string, field: string, caller?: string) => {
		const body = new FormData();
		body.set('field-0', field);
		const from = caller === undefined ? {} : { headers: { 'x-forwarded-for': caller } };
		return fetch(url, { method: 'POST', body, ...from });
	};

	/** Fills in the first page, and waits for a page with these words. */
	const submit = async (number: string, words: string, caller?: string) => {
		const [, id] = /webhook\/([^/]+)/.exec(urlOf(NAME, 'Ask for the number')) ?? [];
		const address = `${testbed.api.url}/form/${id ?? ''}`;
		await until('the form', async () =>
			(await (await fetch(address)).text()).includes('Confirm your number'),
		);
		const answer: unknown = await (await post(address, number, caller)).json();
		const url = (answer as { formWaitingUrl: string }).formWaitingUrl;
		return { url, page: await pageWith(words, url) };
	};

	/** Fills in the second page, and waits for a page with these words. */
	const enter = async (url: string, typed: string, words: string) => {
		// n8n may still count an execution as running that has just begun to wait.
		await until('n8n to take the page', async () => (await post(url, typed)).ok);
		await pageWith(words, url);
	};

	const codesOf = async (number: string) =>
		(await testbed.sentTo(number)).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? '');

	const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

	const SENT = 'We sent a code by SMS.';
	const CONFIRMED = 'Your number is confirmed';

	it('The code from the SMS confirms its owner, and nothing of it stays in n8n', async () => {
		const { url, page } = await submit('+62 800-0000-030', SENT);
		const [code = ''] = await codesOf('628000000030');

		await enter(url, code, CONFIRMED);
		// As the browser does by itself on the last page.
		await post(url, '');

		expect(await testbed.sentTo('628000000030')).toMatchObject([{ route: 'sms' }]);
		expect(page).not.toContain(code);
		const [, id] = /form-waiting\/(\d+)/.exec(url) ?? [];
		await until('the execution to be gone', async () => {
			const all = await testbed.api.executions(workflow(NAME));
			return all.every((one) => one.id !== id);
		});
	});

	it('Three wrong codes end the try', async () => {
		const { url } = await submit('628000000035', SENT);
		const [code = ''] = await codesOf('628000000035');

		await enter(url, wrong(code), 'Tries left: 2');
		await enter(url, wrong(code), 'Tries left: 1');
		await enter(url, wrong(code), 'Too many tries');

		await post(url, code);
		expect((await pageOf(url)) ?? '').not.toContain(CONFIRMED);
	});

	it('No new code is sent within a minute, which costs no try', async () => {
		const { url } = await submit('628000000036', SENT);
		const [code = ''] = await codesOf('628000000036');

		await enter(url, '', 'a minute after the last one');
		await enter(url, wrong(code), 'Tries left: 2');

		expect(await codesOf('628000000036')).toEqual([code]);
	});

	it('The code is sent by WhatsApp if the SMS is refused', async () => {
		await submit('628000002009', 'We sent a code by WhatsApp.');

		expect(await testbed.sentTo('628000002009')).toMatchObject([{ route: 'official' }]);
	});

	// Three times, since the minute may end between two.
	it.each([
		['A number', ['628000000031', '+62 800-0000-031', '0062 8000000031'], undefined],
		['A caller', ['628000000032', '628000000033', '628000000034'], '198.51.100.7'],
	])('%s gets no code each time it is asked for', async (_what, numbers, caller) => {
		const pages = [];
		for (const [at, number] of numbers.entries()) {
			const from = caller === undefined ? undefined : `203.0.113.${at}, ${caller}`;
			pages.push((await submit(number, '<', from)).page);
		}

		expect(pages.join()).toContain('Please wait a while');
	});

	it('The visitor is told if neither can be sent', async () => {
		await submit('0812345678', 'We could not reach this number');

		expect(await testbed.sentTo('62812345678')).toEqual([]);
	});
});
