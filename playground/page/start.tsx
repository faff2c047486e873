import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PhoneNumbers } from '../contract';
import { addressOf } from './address';
import { excerptOf } from './excerpt';
import { Icon } from './icons';
import { useLive } from './live';
import { LostBar } from './lostBar';
import { digitsOf, readable } from './number';

const WRONG = 'A number has 7 to 15 digits and begins with its country code.';

function NumberForm({ begun }: { begun: string }) {
	const [text, setText] = useState(begun);
	const [wrong, setWrong] = useState(begun !== '');
	const open = () => {
		const digits = digitsOf(text);
		if (digits === null) setWrong(true);
		else location.assign(addressOf(digits));
	};
	return (
		<form
			class="number-form"
			onSubmit={(event) => {
				event.preventDefault();
				open();
			}}
		>
			<label for="number">Open a number</label>
			<div class="number-row">
				<input
					id="number"
					type="tel"
					inputMode="tel"
					autocomplete="off"
					placeholder="6281234567890"
					value={text}
					aria-invalid={wrong}
					aria-describedby="number-hint"
					data-test-id="number-field"
					onInput={(event) => {
						setText(event.currentTarget.value);
						setWrong(false);
					}}
				/>
				<button type="submit" class="primary">
					Open
				</button>
			</div>
			<p id="number-hint" class={wrong ? 'hint wrong' : 'hint'} role={wrong ? 'alert' : undefined}>
				{WRONG}
			</p>
		</form>
	);
}

function NumberLink({ number, messages, name, last }: PhoneNumbers['numbers'][number]) {
	return (
		<li>
			<a
				class="number-link"
				href={addressOf(number)}
				data-test-id="number-link"
				data-number={number}
			>
				<span class="avatar" aria-hidden="true">
					<Icon name="phone" />
				</span>
				<span class="number-words">
					<span class="number-name">{readable(number)}</span>
					<span class="number-count">
						{readable(name)} · {messages === 1 ? '1 message' : `${messages} messages`}
					</span>
					{last && <span class="number-last">{excerptOf(last)}</span>}
				</span>
				<Icon name="arrow" />
			</a>
		</li>
	);
}

/** Which phone to look at. */
export function Start({ begun }: { begun: string }): JSX.Element {
	const { numbers, lost } = useLive(null);
	return (
		<>
			<LostBar lost={lost} />
			<main class="start">
				<header>
					<p class="kicker">
						Messaging service simulator · <a href="/callbacks">Callback URLs</a>
					</p>
					<h1>Whose phone?</h1>
					<p class="lead">See what arrived for a number, and answer as its owner would.</p>
				</header>
				<NumberForm begun={begun} />
				<section class="numbers" aria-label="Numbers with messages">
					<h2>Numbers with messages</h2>
					{numbers?.length === 0 && (
						<p class="hint">None yet. A number appears here with its first message.</p>
					)}
					<ul>
						{numbers?.map((entry) => (
							<NumberLink key={entry.number} {...entry} />
						))}
					</ul>
				</section>
			</main>
		</>
	);
}
