import { useState } from 'preact/hooks';
import type { Content, PhoneMessage } from '../contract';
import { readable, safeLink } from './address';
import { noteOf } from './notes';
import { Icon, OutwardLink, RichText, TickMark } from './parts';
import { excerptOf, mediaName } from './text';
import { clockTime, wholeTime } from './times';

type File = NonNullable<Content['media']>;
type Button = NonNullable<Content['buttons']>[number];

/** A quoted message, above the text or the field. */
export function Quoted(props: { message: PhoneMessage | undefined; sender: string }) {
	const { message, sender } = props;
	if (message === undefined) return <p class="quoted">A message that is not in this chat</p>;
	return (
		<p class="quoted">
			<strong>{message.direction === 'out' ? 'You' : sender}</strong>
			<span class="clip">{excerptOf(message)}</span>
		</p>
	);
}

const Card = ({ media, note }: { media: File; note: string }) => (
	<>
		<span class="tile">
			<Icon name={media.kind} />
		</span>
		<span class="grow">
			<strong>{media.fileName}</strong>
			<br />
			<span class="soft">{note}</span>
		</span>
	</>
);

/** The file of a message, or a card with its name if the page cannot show it. */
function Media({ media }: { media: File }) {
	const [isBroken, setBroken] = useState(false);
	const name = mediaName[media.kind];
	const href = safeLink(media.url, location.href);
	if (href === null || isBroken) {
		const why = isBroken ? 'cannot be loaded' : 'at another address, not shown here';
		return (
			<div class="file row">
				<Card media={media} note={`${name}, ${why}`} />
			</div>
		);
	}
	const label = `${name}: ${media.fileName}`;
	const onError = () => {
		setBroken(true);
	};
	switch (media.kind) {
		case 'image':
			return (
				<OutwardLink class="picture" href={href}>
					<img src={href} alt={label} onError={onError} />
				</OutwardLink>
			);
		case 'video':
			return <video class="picture" src={href} controls aria-label={label} onError={onError} />;
		case 'audio':
			return <audio src={href} controls aria-label={label} onError={onError} />;
		case 'document':
			return (
				<OutwardLink class="file row" href={href} aria-label={`Open document ${media.fileName}`}>
					<Card media={media} note={name} />
					<Icon name="url" />
				</OutwardLink>
			);
	}
}

function MessageButton(props: { button: Button; closed: boolean; onTap: () => void }) {
	const { kind, title, target } = props.button;
	const href = kind === 'url' ? safeLink(target) : null;
	if (kind === 'reply') {
		return (
			<button
				type="button"
				class="row"
				data-test-id="reply-button"
				disabled={props.closed}
				onClick={props.onTap}
			>
				{title}
			</button>
		);
	}
	if (href !== null) {
		return (
			<OutwardLink class="row" href={href}>
				<Icon name="url" />
				{title}
			</OutwardLink>
		);
	}
	// The page cannot place a call, so it shows the number.
	return (
		<span class="row">
			<Icon name="call" />
			{title}
			{target !== null && <span class="soft">{readable(target)}</span>}
		</span>
	);
}

interface BubbleProps {
	message: PhoneMessage;
	quoted: PhoneMessage | undefined;
	/** Who writes to this phone. */
	sender: string;
	closed: boolean;
	joined: boolean;
	onTap: (message: PhoneMessage, button: Button) => void;
	onQuote: (message: PhoneMessage) => void;
}

/** One message. */
export function Bubble(props: BubbleProps) {
	const { message, sender } = props;
	const { direction, media, title, text, footer, unsubscribeUrl, reaction, tick } = message;
	const at = new Date(message.at);
	const isLost = tick?.became === 'lost';
	const [wrong] = (message.callbacks ?? []).map(noteOf).filter(({ isTrouble }) => isTrouble);
	const unsubscribe = safeLink(unsubscribeUrl, location.href);
	return (
		<li
			class={['message row', direction, tick?.word, isLost && 'lost', props.joined && 'joined']
				.filter(Boolean)
				.join(' ')}
			data-test-id="message"
			data-direction={direction}
		>
			<div class="bubble">
				<span class="hidden">{direction === 'out' ? 'You:' : `${sender}:`}</span>
				{message.quotes !== undefined && <Quoted message={props.quoted} sender={sender} />}
				{media && <Media media={media} />}
				{title !== undefined && (
					<p>
						<strong>{title}</strong>
					</p>
				)}
				{text !== '' && (
					<p class="text">
						<RichText text={text} />
					</p>
				)}
				{footer !== undefined && <p class="soft">{footer}</p>}
				{unsubscribe !== null && (
					<p class="soft" data-test-id="unsubscribe">
						<OutwardLink href={unsubscribe}>Un-subscribe from these messages</OutwardLink>
					</p>
				)}
				{isLost && (
					<p class="soft wrong" data-test-id="trouble">
						{message.trouble ?? 'This message did not arrive.'}
					</p>
				)}
				{wrong && (
					<p class="soft wrong" role="status" data-test-id="callback-trouble">
						The callback of this message failed. {wrong.text} <a href="/callbacks">Callbacks</a>
					</p>
				)}
				<span class="stamp row">
					<time dateTime={message.at} title={wholeTime(at)}>
						{clockTime(at)}
					</time>
					<TickMark message={message} />
				</span>
				{message.buttons && message.buttons.length > 0 && (
					<div class="buttons">
						{message.buttons.map((button) => (
							<MessageButton
								key={button.id}
								button={button}
								closed={props.closed}
								onTap={() => {
									props.onTap(message, button);
								}}
							/>
						))}
					</div>
				)}
				{reaction !== undefined && (
					<span
						class="reaction"
						role="img"
						aria-label={`Reaction: ${reaction}`}
						data-test-id="reaction"
					>
						{reaction}
					</span>
				)}
			</div>
			{!props.closed && (
				<button
					type="button"
					class="icon-button quote"
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
