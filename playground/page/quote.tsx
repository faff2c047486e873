import type { JSX } from 'preact';
import type { PhoneMessage } from '../contract';
import { excerptOf } from './excerpt';

/** What a message answers to, above its text or above the field. */
export function Quoted(props: {
	message: PhoneMessage | undefined;
	sender: string;
	onOpen?: (message: PhoneMessage) => void;
}): JSX.Element {
	const { message, onOpen } = props;
	if (message === undefined) return <div class="quoted">A message that is not in this chat</div>;
	const words = (
		<>
			<span class="quoted-by">{message.direction === 'out' ? 'You' : props.sender}</span>
			<span class="quoted-text">{excerptOf(message)}</span>
		</>
	);
	if (onOpen === undefined) return <div class="quoted">{words}</div>;
	return (
		<button
			type="button"
			class="quoted"
			onClick={() => {
				onOpen(message);
			}}
		>
			{words}
		</button>
	);
}
