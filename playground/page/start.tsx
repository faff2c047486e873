import { useState } from 'preact/hooks';
import type { PhoneNumber } from '../contract';
import { addressOf, digitsOf, readable } from './address';
import { useLive } from './live';
import { Icon, LostBar, Page } from './parts';
import { excerptOf } from './text';

function NumberForm({ begun }: { begun: string }) {
	const [text, setText] = useState(begun);
	const [wrong, setWrong] = useState(begun !== '');
	const open = (event: Event) => {
		event.preventDefault();
		const digits = digitsOf(text);
		if (digits === null) setWrong(true);
		else location.assign(addressOf(digits));
	};
	return (
		<form class="card" onSubmit={open}>
			<label for="number">Open a number</label>
			<div class="row">
				<input
					id="number"
					class="field"
					type="tel"
					autocomplete="off"
					placeholder="628000000001"
					value={text}
					aria-invalid={wrong}
					aria-describedby="number-hint"
					data-test-id="number-field"
					onInput={(event) => {
						setText(event.currentTarget.value);
						setWrong(false);
					}}
				/>
				<button type="submit" class="button main">
					Open
				</button>
			</div>
			<p id="number-hint" class={wrong ? 'soft wrong' : 'soft'} role={wrong ? 'alert' : undefined}>
				A number has 7 to 15 digits and begins with its country code.
			</p>
		</form>
	);
}

/** Messages of WhatsApp to any other number are delivered and read. */
const STOPPING = [
	['628000001001', 'a message fails'],
	['628000001002', 'a message is aborted'],
	['628000001003', 'a message stays in the queue'],
	['628000001004', 'a message is sent, and never delivered'],
	['628000001005', 'a message is delivered, and never read'],
] as const;

const NumberLink = ({ number, messages, name, last }: PhoneNumber) => (
	<li>
		<a class="chat-item" href={addressOf(number)} data-test-id="number-link">
			<span class="tile" aria-hidden="true">
				<Icon name="phone" />
			</span>
			<span class="grow">
				<strong class="clip">{readable(number)}</strong>
				<span class="soft clip">
					{readable(name)} · {messages === 1 ? '1 message' : `${messages} messages`}
				</span>
				{last && <span class="soft clip">{excerptOf(last)}</span>}
			</span>
			<Icon name="arrow" />
		</a>
	</li>
);

/** Which phone to look at. */
export function Start({ begun }: { begun: string }) {
	const { numbers, lost } = useLive(null);
	return (
		<>
			<LostBar lost={lost} />
			<Page
				title="Whose phone?"
				lead="See what arrived for a number, and answer as its owner would."
				other={['/callbacks', 'Callback URLs']}
			>
				<NumberForm begun={begun} />
				<h2>Numbers with messages</h2>
				{numbers?.length === 0 && (
					<p class="soft">None yet. A number appears here with its first message.</p>
				)}
				<ul>
					{numbers?.map((entry) => (
						<NumberLink key={entry.number} {...entry} />
					))}
				</ul>
				<h2>Numbers to try failures with</h2>
				<ul class="soft">
					{STOPPING.map(([number, what]) => (
						<li key={number}>
							<a href={addressOf(number)}>{number}</a>: {what}
						</li>
					))}
				</ul>
			</Page>
		</>
	);
}
