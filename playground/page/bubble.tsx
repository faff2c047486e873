import type { JSX } from 'preact';
import type { PhoneButton, PhoneMessage } from '../contract';
import { safeLink } from './address';
import { MessageButtons } from './buttons';
import { Icon } from './icons';
import { Media } from './media';
import { Quoted } from './quote';
import { RichText } from './richText';
import { TickMark } from './tick';
import { isLost } from './ticks';
import { clockTime, wholeTime } from './times';

export interface BubbleActions {
	onTap: (message: PhoneMessage, button: PhoneButton) => void;
	onQuote: (message: PhoneMessage) => void;
	onOpenQuoted: (message: PhoneMessage) => void;
}

interface BubbleProps extends BubbleActions {
	message: PhoneMessage;
	quoted: PhoneMessage | undefined;
	/** Who writes to this phone. */
	sender: string;
	closed: string | null;
	joined: boolean;
	arrived: boolean;
	pointedAt: boolean;
}

function Unsubscribe({ url }: { url: string }) {
	const href = safeLink(url, location.href);
	if (href === null) return null;
	return (
		<a
			class="unsubscribe"
			href={href}
			target="_blank"
			rel="noopener noreferrer"
			data-test-id="unsubscribe"
		>
			<Icon name="bell" />
			Un-subscribe from these messages
		</a>
	);
}

function Stamp({ message }: { message: PhoneMessage }) {
	const at = new Date(message.at);
	return (
		<span class="stamp">
			<time dateTime={message.at} title={wholeTime(at)}>
				{clockTime(at)}
			</time>
			<TickMark message={message} />
		</span>
	);
}

function Trouble({ message }: { message: PhoneMessage }) {
	if (!isLost(message.tick)) return null;
	return (
		<p class="trouble" data-test-id="trouble">
			{message.trouble ?? 'This message did not arrive.'}
		</p>
	);
}

export const bubbleId = (message: PhoneMessage): string => `message-${message.id}`;

/** One message. */
export function Bubble(props: BubbleProps): JSX.Element {
	const { message } = props;
	const classes = [
		'message',
		message.direction,
		props.joined && 'joined',
		props.arrived && 'arrived',
		props.pointedAt && 'pointed-at',
		message.reaction !== null && 'reacted',
		(message.media !== null || message.buttons.length > 0) && 'wide',
		isLost(message.tick) && 'lost',
		message.tick === 'queued' && 'waiting',
	];
	return (
		<li
			id={bubbleId(message)}
			class={classes.filter(Boolean).join(' ')}
			data-test-id="message"
			data-message={message.id}
			data-direction={message.direction}
		>
			<div class="bubble">
				<span class="hidden">{message.direction === 'out' ? 'You:' : `${props.sender}:`}</span>
				{message.quotes !== null && (
					<Quoted message={props.quoted} sender={props.sender} onOpen={props.onOpenQuoted} />
				)}
				{message.media !== null && <Media media={message.media} />}
				{message.title !== null && <p class="title">{message.title}</p>}
				{message.text !== '' && (
					<p class="text">
						<RichText text={message.text} />
					</p>
				)}
				{message.footer !== null && <p class="footer">{message.footer}</p>}
				{message.unsubscribeUrl !== null && <Unsubscribe url={message.unsubscribeUrl} />}
				<Trouble message={message} />
				<Stamp message={message} />
				<MessageButtons
					buttons={message.buttons}
					closed={props.closed}
					onTap={(button) => {
						props.onTap(message, button);
					}}
				/>
				{message.reaction !== null && (
					<span
						class="reaction"
						role="img"
						aria-label={`Reaction: ${message.reaction}`}
						data-test-id="reaction"
					>
						{message.reaction}
					</span>
				)}
			</div>
			{props.closed === null && (
				<button
					type="button"
					class="quote-action"
					title="Quote"
					aria-label="Quote this message"
					data-test-id="quote"
					onClick={() => {
						props.onQuote(message);
					}}
				>
					<Icon name="quote" />
				</button>
			)}
		</li>
	);
}
