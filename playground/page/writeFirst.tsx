import { useState } from 'preact/hooks';
import { ROUTES } from './parts';
import { sendFirst } from './send';

const routes = Object.entries(ROUTES);

/** A message to somebody who has not written to this phone yet. Its chat appears in the list. */
export function WriteFirst({ number }: { number: string }) {
	const [trouble, setTrouble] = useState<string | null>(null);
	const write = async (event: SubmitEvent) => {
		event.preventDefault();
		const form = event.currentTarget as HTMLFormElement;
		const { route, to, text } = Object.fromEntries(new FormData(form)) as Record<string, string>;
		const answer = await sendFirst({ route, from: number, text, ...(to && { to }) });
		setTrouble(typeof answer === 'string' ? answer : null);
		if (typeof answer === 'string') return;
		form.reset();
		form.closest('details')?.removeAttribute('open');
	};
	return (
		<details class="write-first">
			<summary class="button small">Write first</summary>
			<form onSubmit={(event) => void write(event)}>
				<label>
					Route
					<select name="route" class="field">
						{routes.map(([value, name]) => (
							<option key={value} value={value}>
								{name}
							</option>
						))}
					</select>
				</label>
				<label>
					To
					<input name="to" class="field" placeholder="A number or an ID. Empty: the usual one" />
				</label>
				<label>
					Message
					<input name="text" class="field" required data-test-id="first-text" />
				</label>
				<button class="button main">Send</button>
				{trouble !== null && (
					<p class="bar" role="alert">
						{trouble}
					</p>
				)}
			</form>
		</details>
	);
}
