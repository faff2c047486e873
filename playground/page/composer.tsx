import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PhoneChat, PhoneMessage } from '../contract';
import { Icon } from './icons';
import { Quoted } from './quote';

interface ComposerProps {
	chat: PhoneChat;
	quoted: PhoneMessage | null;
	onUnquote: () => void;
	/** Tells whether it was taken: what was not stays in the field. */
	onSend: (text: string) => Promise<boolean>;
}

/** What was begun and not sent, by chat, for as long as the page is open. */
const drafts = new Map<string, string>();

/** On a screen with a keyboard of its own, focus leaves the view as it is. */
export const hasKeyboard = (): boolean => matchMedia('(hover: hover) and (pointer: fine)').matches;

function QuoteBar({ chat, quoted, onUnquote }: Omit<ComposerProps, 'onSend'>) {
	if (quoted === null) return null;
	return (
		<div class="quote-bar">
			<Quoted message={quoted} sender={chat.name} />
			<button type="button" class="icon-button" aria-label="Do not quote" onClick={onUnquote}>
				<Icon name="close" />
			</button>
		</div>
	);
}

/** Where the phone's owner writes. */
export function Composer({ chat, quoted, onUnquote, onSend }: ComposerProps): JSX.Element {
	const [text, setText] = useState(drafts.get(chat.id) ?? '');
	const [busy, setBusy] = useState(false);
	const field = useRef<HTMLTextAreaElement>(null);
	const closed = chat.closed !== null;

	useEffect(() => {
		if (hasKeyboard()) field.current?.focus();
	}, []);
	useEffect(() => {
		if (quoted !== null) field.current?.focus();
	}, [quoted]);

	const write = (words: string) => {
		drafts.set(chat.id, words);
		setText(words);
	};
	const send = async () => {
		if (closed || busy || text.trim() === '') return;
		setBusy(true);
		const taken = await onSend(text);
		setBusy(false);
		// What was typed on meanwhile stays.
		if (taken) write((drafts.get(chat.id) ?? '') === text ? '' : (drafts.get(chat.id) ?? ''));
		field.current?.focus();
	};
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key === 'Escape') onUnquote();
		if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
		event.preventDefault();
		void send();
	};

	return (
		<form
			class="composer"
			onSubmit={(event) => {
				event.preventDefault();
				void send();
			}}
		>
			{closed && (
				<p class="closed" id="closed-reason">
					<Icon name="lock" />
					<span>{chat.closed}</span>
				</p>
			)}
			<QuoteBar chat={chat} quoted={quoted} onUnquote={onUnquote} />
			<div class="composer-row">
				<textarea
					ref={field}
					rows={1}
					value={text}
					disabled={closed}
					placeholder={closed ? 'No answer possible' : 'Write an answer'}
					aria-label={`Answer to ${chat.name}`}
					aria-describedby={closed ? 'closed-reason' : undefined}
					enterkeyhint="send"
					data-test-id="composer"
					onInput={(event) => {
						write(event.currentTarget.value);
					}}
					onKeyDown={onKeyDown}
				/>
				<button
					type="submit"
					class="send"
					aria-label="Send"
					title="Send"
					disabled={closed || busy || text.trim() === ''}
					data-test-id="send"
				>
					<Icon name="arrow" />
				</button>
			</div>
		</form>
	);
}
