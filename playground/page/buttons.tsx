import type { JSX } from 'preact';
import type { PhoneButton } from '../contract';
import { safeLink } from './address';
import { Icon } from './icons';
import { readable } from './number';
import { OutwardLink } from './richText';

function ActionButton({ button }: { button: PhoneButton }) {
	const href = button.kind === 'url' ? safeLink(button.target) : null;
	const content = (
		<>
			<Icon name={button.kind === 'url' ? 'open' : 'call'} />
			<span>{button.title}</span>
		</>
	);
	if (href !== null) {
		return (
			<OutwardLink class="message-button" href={href}>
				{content}
			</OutwardLink>
		);
	}
	// Nothing here can place a call: the number is told instead.
	return (
		<span class="message-button plain" title={button.target ?? undefined}>
			{content}
			{button.target !== null && <small>{readable(button.target)}</small>}
		</span>
	);
}

/** The buttons under a message. */
export function MessageButtons(props: {
	buttons: readonly PhoneButton[];
	closed: string | null;
	onTap: (button: PhoneButton) => void;
}): JSX.Element | null {
	if (props.buttons.length === 0) return null;
	return (
		<div class="message-buttons">
			{props.buttons.map((button) =>
				button.kind === 'reply' ? (
					<button
						key={button.id}
						type="button"
						class="message-button"
						data-test-id="reply-button"
						disabled={props.closed !== null}
						title={props.closed ?? undefined}
						onClick={() => {
							props.onTap(button);
						}}
					>
						{button.title}
					</button>
				) : (
					<ActionButton key={button.id} button={button} />
				),
			)}
		</div>
	);
}
