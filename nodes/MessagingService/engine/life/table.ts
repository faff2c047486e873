/**
 * The life of one message. `Life` follows this table and nothing else decides over a message: what is written into the note,
 * what happens to the Send Once Key, whether Max Messages counts it, and what is said of it. A new state does not compile
 * until each column decides over it. docs/development/never-twice.md shows the same table.
 */
export type State =
	/** It is checked, and nothing is known against it. */
	| 'planned'
	/** n8n's database has noted that this execution sends. */
	| 'noted'
	/** Another execution may have sent it, or an earlier try to another recipient, and its key will tell. */
	| 'in doubt'
	| 'claimed'
	| 'under way'
	/** It was certainly not accepted, and is tried again. */
	| 'refused for now'
	| 'refused for good'
	| 'accepted'
	/** It was accepted, and its response could not be read. */
	| 'unreadable'
	| 'uncertain'
	| 'not tried'
	/** It is not tried, and its key was not asked. */
	| 'left in doubt'
	/** Its item fails the check, and it was never sent. */
	| 'wrong';

export type WasSent = 'no' | 'maybe' | 'yes';

export type Entry = 'no entry' | 'uncertain' | 'unreadable' | 'accepted';

/** `open`: claimed, and its message has no outcome. */
type KeyIs = 'free' | 'open' | 'used';

type Row = readonly [
	/** Its entry in the note. Retry sends what has none. */
	note: Entry,
	/** Its Send Once Key, if it has one. */
	key: KeyIs,
	/** For Max Messages. */
	counts: number,
	wasSent: WasSent,
	/** What it becomes if its request leaves. */
	leaves: State | '–',
	/** If the batch stops here: by Stop, the end of the time, or another item that failed. A request under way ends first. */
	stopped: State,
	/** If it is not tried again. */
	givenUp: State,
	/**
	 * If n8n crashes here: what the next execution finds. The note is lost then. This and what follows is what comes of the
	 * others: tests hold it.
	 */
	crashed: State,
	crashedWithKey: State,
	/** If its item fails the check in the next try, whose note n8n stored. */
	wrong: State,
];

// A table is read by its columns.
// prettier-ignore
export const TABLE: Readonly<Record<State, Row>> = {
	//                   note          key     counts  was sent  leaves       stopped             given up            crashed      … with a key  wrong
	'planned':          ['no entry',   'free', 0,      'no',     '–',         'not tried',        'refused for good', 'planned',   'planned',    'wrong'],
	'noted':            ['no entry',   'free', 1,      'no',     'under way', 'not tried',        'refused for good', 'uncertain', 'planned',    'wrong'],
	'in doubt':         ['no entry',   'free', 1,      'maybe',  '–',         'left in doubt',    'left in doubt',    'uncertain', 'planned',    'uncertain'],
	'claimed':          ['no entry',   'open', 1,      'no',     'under way', 'not tried',        'refused for good', 'uncertain', 'uncertain',  'wrong'],
	'under way':        ['uncertain',  'open', 1,      'maybe',  '–',         'under way',        'uncertain',        'uncertain', 'uncertain',  'uncertain'],
	'refused for now':  ['no entry',   'open', 1,      'no',     'under way', 'not tried',        'refused for good', 'uncertain', 'uncertain',  'wrong'],
	'refused for good': ['no entry',   'free', 0,      'no',     '–',         'refused for good', 'refused for good', 'uncertain', 'planned',    'wrong'],
	'accepted':         ['accepted',   'used', 1,      'yes',    '–',         'accepted',         'accepted',         'uncertain', 'accepted',   'accepted'],
	'unreadable':       ['unreadable', 'open', 1,      'yes',    '–',         'unreadable',       'unreadable',       'uncertain', 'uncertain',  'unreadable'],
	'uncertain':        ['uncertain',  'open', 1,      'maybe',  '–',         'uncertain',        'uncertain',        'uncertain', 'uncertain',  'uncertain'],
	'not tried':        ['no entry',   'free', 0,      'no',     '–',         'not tried',        'not tried',        'uncertain', 'planned',    'wrong'],
	'left in doubt':    ['no entry',   'free', 0,      'maybe',  '–',         'left in doubt',    'left in doubt',    'uncertain', 'planned',    'uncertain'],
	'wrong':            ['no entry',   'free', 0,      'no',     '–',         'wrong',            'wrong',            'uncertain', 'planned',    'wrong'],
};

export function rowOf(state: State) {
	const [note, key, counts, wasSent, leaves, stopped, givenUp, crashed, crashedWithKey, wrong] =
		TABLE[state];
	return { note, key, counts, wasSent, leaves, stopped, givenUp, crashed, crashedWithKey, wrong };
}
