import { isFailure, type Outcome } from '../outcome';
import type { Doubted, Entry, KeyFound, Message, Noted, Register } from '../register';
import { rowOf, type State, type WasSent } from './table';
import { alreadySent, failureFor, type Reason } from './words';

/** What an outcome makes of a message. A new fate does not compile until it is a state. */
function stateAfter(outcome: Outcome): State {
	if (outcome.fate !== 'notSent') return outcome.fate;
	return outcome.again === undefined ? 'refused for good' : 'refused for now';
}

/** Why a message must not leave, without a Send Once Key and with one. */
const DOUBTS: Readonly<Record<Doubted, { keyless?: Reason; keyed?: Reason }>> = {
	none: {},
	'by keys': { keyless: 'interrupted' },
	'other keys': { keyless: 'interrupted', keyed: 'other keys' },
	'retried before': { keyless: 'retried before', keyed: 'retried before' },
	'not asked': { keyless: 'not asked', keyed: 'not asked' },
	'not noted': { keyless: 'not noted', keyed: 'not noted' },
	'no row': { keyed: 'no row' },
	'no row of a tool': { keyed: 'no row of a tool' },
};

function storedAs({ state, ref_no: refNo }: Entry, key: string | undefined): Outcome {
	if (state === 'accepted') return alreadySent(refNo, key);
	const isKeyed = state === 'uncertain' && key !== undefined;
	return failureFor(isKeyed ? 'noted as uncertain, with a key' : `noted as ${state}`);
}

/** Of one message, for Max Messages. */
export interface Tally {
	count: (times: number) => void;
}

/**
 * One message, from planned to its end. It alone writes its note entry, its key and its tally, as `TABLE` says. `Lives` calls
 * remember, doubt and claim in this order, a batch then leave and end. `become` writes the columns; `take` writes nothing,
 * since what an earlier try wrote stays.
 */
export class Life {
	state: State = 'planned';
	outcome: Outcome | undefined;
	private tally: Tally | undefined;
	private hasKey = false;
	/** Whether an earlier try sent this item to another recipient. */
	isMoved = false;

	/** @param isWrong whether its item fails the check, so that it must not leave */
	constructor(
		readonly message: Message,
		private readonly register: Register,
		readonly isWrong = false,
	) {}

	get wasSent(): WasSent {
		return rowOf(this.state).wasSent;
	}

	/** Whether it may still leave, or its item is wrong and nothing is known of it. */
	get isUndecided(): boolean {
		return this.outcome === undefined && this.state !== 'wrong';
	}

	/** What an earlier try noted wins over a problem of the check. */
	remember(noted: Noted): void {
		const { key } = this.message;
		const goesByKey = key !== undefined && !this.isWrong;
		if (noted === 'nothing') return;
		if (typeof noted === 'object') {
			this.isMoved = noted.isOfPlace === true;
			this.take(noted.outcome ?? storedAs(noted, key));
		} else if (noted === 'another recipient' || noted === 'moved recipient') {
			this.isMoved = noted === 'another recipient';
			if (goesByKey) this.become('in doubt');
			else if (!this.isMoved) this.take(failureFor(noted));
		} else this.take(failureFor(noted));
	}

	/** What another execution may have sent wins over all but the note. */
	doubt(doubted: Doubted): void {
		const isKeyed = this.message.key !== undefined && !this.isWrong;
		const reason = DOUBTS[doubted][isKeyed ? 'keyed' : 'keyless'];
		const failure = reason && failureFor(reason);
		if (this.isWrong && failure?.fate !== 'uncertain') this.become('wrong');
		else if (failure) this.take(failure);
		else if (this.isMoved && !isKeyed) this.take(failureFor('another recipient'));
		else if (doubted === 'by keys') this.become('in doubt');
		else if (this.state === 'planned') this.become('noted');
	}

	/** From here on it counts for Max Messages, until its state says otherwise. */
	countBy(tally: Tally): void {
		this.tally = tally;
		tally.count(rowOf(this.state).counts);
	}

	claim(found: KeyFound): void {
		this.hasKey = found === 'free';
		if (found === 'free') this.become('claimed');
		else if (found === 'used') this.take(alreadySent(undefined, this.message.key));
		else this.take(failureFor(found));
	}

	/** One try. Only a message that the table lets leave again may be tried again. */
	async leave(request: () => Promise<Outcome>): Promise<Outcome> {
		const { leaves } = rowOf(this.state);
		const isClaimed = this.hasKey || this.message.key === undefined;
		if (leaves === '–' || !isClaimed) throw new Error('This message must not leave');
		this.become(leaves);
		const outcome = await request();
		this.become(stateAfter(outcome), outcome);
		const comesAgain = rowOf(this.state).leaves !== '–';
		return isFailure(outcome) && !comesAgain ? { ...outcome, again: undefined } : outcome;
	}

	/** It is not tried again, or must not leave at all. */
	end(outcome: Outcome): void {
		if (this.outcome !== undefined) return;
		this.outcome = outcome;
		this.become(rowOf(this.state).givenUp, outcome);
	}

	/** The batch has stopped. Without an outcome, nobody tried it. */
	stop(): void {
		if (this.outcome === undefined) this.become(rowOf(this.state).stopped);
	}

	/** What Wait for Delivery found out of an accepted message. It changes what is said, and nothing else. */
	follow(outcome: Outcome): void {
		this.outcome = outcome;
	}

	/** What an earlier try, or another message with its key, tells. It stays written as it is. */
	private take(outcome: Outcome): void {
		this.outcome = outcome;
		this.state = stateAfter(outcome);
		this.tally?.count(0);
	}

	private become(state: State, outcome?: Outcome): void {
		if (state === this.state) return;
		this.state = state;
		const { note, key, counts } = rowOf(state);
		this.register.write(this.message, note, outcome);
		if (this.hasKey && this.message.key !== undefined && key !== 'open') {
			this.register.settle(this.message.key, key);
		}
		this.tally?.count(counts);
	}
}
