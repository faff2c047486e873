import { keywordOf, wordsOf } from '../../nodes/callbacks/kinds/keyword';

describe('keywordOf', () => {
	const NONE = wordsOf('');

	it.each([
		['STOP', 'stop'],
		['S.T.O.P.', 'stop'],
		['“Unsubscribe”', 'stop'],
		['Opt  out', 'stop'],
		['henti 🙏', 'stop'],
		['ＳＴＯＰ ❤️', 'stop'],
		['Cancel', null],
		['end', null],
		['start', 'start'],
		['Help?', 'help'],
		['please stop', null],
		['', null],
		[`stop${'!'.repeat(200)}`, null],
	])('The keyword of %j is %j', (text, keyword) => {
		expect(keywordOf(text, NONE)).toBe(keyword);
	});

	it('A word of the option Stop Words means stop, before its usual meaning', () => {
		const words = wordsOf('Cukup, No more!\nÇa suffit;, help');
		const STOPS = ['cukup.', 'NO MORE', 'ça suffit', 'help'];
		const found = [...STOPS, '', 'no'].map((text) => keywordOf(text, words));
		expect(found).toEqual([...STOPS.map(() => 'stop'), null, null]);
	});
});
