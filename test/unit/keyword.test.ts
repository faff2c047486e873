import { keywordOf, wordsOf } from '../../nodes/callbacks/kinds/keyword';

describe('keywordOf', () => {
	const NONE = wordsOf('');

	it.each([
		['STOP', 'stop'],
		[' Stop! ', 'stop'],
		['S.T.O.P.', 'stop'],
		['“Unsubscribe”', 'stop'],
		['opt-out', 'stop'],
		['Opt  out', 'stop'],
		['BERHENTI', 'stop'],
		['henti 🙏', 'stop'],
		['ＳＴＯＰ ❤️', 'stop'],
		['start', 'start'],
		['Mulai', 'start'],
		['Help?', 'help'],
		['bantuan', 'help'],
		['please stop', null],
		['stop by at five', null],
		['stopp', null],
		['', null],
		['...', null],
		[`stop${'!'.repeat(200)}`, null],
		[null, null],
	])('The keyword of %j is %j', (text, keyword) => {
		expect(keywordOf(text, NONE)).toBe(keyword);
	});

	it('The user’s own words mean stop too', () => {
		const words = wordsOf('Cukup, No more!\nÇa suffit;, help');

		expect(
			['cukup.', 'NO MORE', 'ça suffit', 'help', '', 'no'].map((text) => keywordOf(text, words)),
		).toEqual(['stop', 'stop', 'stop', 'stop', null, null]);
	});
});
