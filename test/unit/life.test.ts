import { rowOf, TABLE, type State } from '../../nodes/MessagingService/engine/life/table';
import {
	SAID,
	failureFor,
	WHETHER_SENT,
	type Reason,
} from '../../nodes/MessagingService/engine/life/words';

// The keys of a record are its names.
const STATES = Object.keys(TABLE) as State[];
const REASONS = Object.keys(SAID) as Reason[];

describe('The table of a message’s life', () => {
	it.each(STATES)('What is %s is told as it is written', (state) => {
		const { note, wasSent, wrong } = rowOf(state);
		// What an entry says of a message in the next try wins over a problem of its item.
		expect(note === 'no entry' || rowOf(wrong).note === note).toBe(true);
		const expected = {
			accepted: 'yes',
			unreadable: 'yes',
			uncertain: 'maybe',
			'no entry': wasSent,
		};
		expect(wasSent).toBe(expected[note]);
	});

	it.each(STATES)(
		'A message that was %s, or may have been sent, is never called not sent',
		(state) => {
			const { wasSent, stopped, givenUp, wrong, leaves } = rowOf(state);
			if (wasSent === 'no') return;
			expect([stopped, givenUp, wrong].map((next) => rowOf(next).wasSent)).not.toContain('no');
			expect(leaves).toBe('–');
		},
	);

	it.each(STATES)('A crash after %s never makes a message free that may have left', (state) => {
		const { key, crashed, crashedWithKey, note } = rowOf(state);
		const byKey = { free: 'planned', open: 'uncertain', used: 'accepted' } as const;
		expect(crashedWithKey).toBe(byKey[key]);
		expect(note === 'no entry' || crashed === 'uncertain').toBe(true);
	});

	it('A stop or a last try leaves nothing claimed that was not sent', () => {
		const ends = STATES.flatMap((state) => [rowOf(state).stopped, rowOf(state).givenUp]).map(rowOf);
		const unsent = ends.filter(({ wasSent }) => wasSent === 'no');
		expect(unsent.filter(({ key, counts }) => key !== 'free' || counts !== 0)).toEqual([]);
	});
});

const AGAIN = /\b(try|run|send it|call it) again\b|\bretry (it|the)\b/i;

describe('What is said of a message', () => {
	it.each(REASONS)(
		'The words for “%s” agree with its fate, and ask to send nothing again',
		(why) => {
			const { fate, what, advice } = failureFor(why);
			expect(what.startsWith('It may have been sent: ')).toBe(fate === 'uncertain');
			expect(fate !== 'notSent' && AGAIN.test(`${what}. ${advice}`)).toBe(false);
		},
	);

	it('The last sentence on a message that may have been sent asks to find out first', () => {
		expect(WHETHER_SENT.maybe).toMatch(/Do not send it again: first check with the recipient/);
	});
});
