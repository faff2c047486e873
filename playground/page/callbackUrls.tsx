import { useEffect, useState } from 'preact/hooks';
import type { CallbackKind, CallbackUrls } from '../contract';
import { Page } from './parts';
import { readCallbackUrls, saveCallbackUrls, sendTestCallback } from './send';
import { fine, noteOf, trouble, type Note } from './notes';

const KINDS = {
	officialInbox: ['WhatsApp Official: incoming messages', 'Somebody writes to a channel.'],
	officialStatus: [
		'WhatsApp Official: delivery status',
		'A broadcast or reply is sent, delivered, read or failed.',
	],
	unofficialInbox: ['WhatsApp Unofficial: incoming messages', 'Somebody writes to a sender.'],
	unofficialStatus: [
		'WhatsApp Unofficial: delivery status',
		'A text or media message moves from one status to the next.',
	],
	smsInbox: ['SMS: incoming messages', 'Somebody answers an SMS.'],
	business: [
		'WhatsApp Business: webhook',
		'Somebody writes to a gateway or taps a button. The service does not document what it sends here: these fields are invented.',
	],
} as const satisfies Record<CallbackKind, readonly [name: string, when: string]>;

/** The part after # is never sent. It may hold the name of the workflow that the URL starts. */
function nameIn(url: string): string {
	const name = URL.canParse(url) ? decodeURIComponent(new URL(url).hash.slice(1)) : '';
	return name === '' ? 'Your own URL' : `Starts the workflow “${name}”`;
}

const NoteLine = ({ note }: { note: Note | undefined }) => (
	<p class={note?.isTrouble === true ? 'soft wrong' : 'soft'} role="status">
		{note?.text}
	</p>
);

function Kind({ kind, given }: { kind: CallbackKind; given: readonly string[] }) {
	const [urls, setUrls] = useState(given);
	const [typed, setTyped] = useState('');
	const [notes, setNotes] = useState<Note[]>([]);
	const [saved, setSaved] = useState<Note>();
	const [name, when] = KINDS[kind];

	const save = async (wanted: readonly string[], done: string) => {
		setNotes([]);
		const answer = await saveCallbackUrls(kind, wanted);
		if (typeof answer === 'string') {
			setSaved(trouble(answer));
			return;
		}
		setUrls(answer[kind]);
		setTyped('');
		setSaved(fine(done));
	};
	const test = async () => {
		setSaved(undefined);
		const result = await sendTestCallback(kind);
		if (typeof result === 'string') setSaved(trouble(result));
		else setNotes(result.statuses.map(noteOf));
	};

	return (
		<form
			class="card"
			data-test-id="callback"
			data-kind={kind}
			onSubmit={(event) => {
				event.preventDefault();
				void save([...urls, typed.trim()], 'Added: this URL gets each callback from now on.');
			}}
		>
			<label for={kind}>{name}</label>
			<p class="soft">{when}</p>
			{urls.map((url, index) => (
				<div key={url} class="registered" data-test-id="registered">
					<div class="row">
						<strong class="grow">{nameIn(url)}</strong>
						<button
							type="button"
							class="button small"
							onClick={() => {
								const others = urls.filter((other) => other !== url);
								void save(others, 'Removed: this URL gets nothing any more.');
							}}
						>
							Remove
						</button>
					</div>
					<code class="soft">{url.replace(/#.*$/s, '')}</code>
					<NoteLine note={notes[index]} />
				</div>
			))}
			<div class="row">
				<input
					id={kind}
					class="field"
					type="text"
					inputMode="url"
					autocomplete="off"
					spellcheck={false}
					placeholder="http://127.0.0.1:5678/webhook/…"
					value={typed}
					onInput={(event) => {
						setTyped(event.currentTarget.value);
						setSaved(undefined);
					}}
				/>
				<button type="submit" class="button main" disabled={typed.trim() === ''}>
					{urls.length === 0 ? 'Add' : 'Add Another'}
				</button>
				<button
					type="button"
					class="button"
					disabled={urls.length === 0}
					onClick={() => void test()}
				>
					Send Test
				</button>
			</div>
			<NoteLine note={saved} />
		</form>
	);
}

/** The service has this page in its web application. */
export function CallbackUrlsPage() {
	const [urls, setUrls] = useState<CallbackUrls | string>();
	useEffect(() => {
		document.title = 'Callback URLs';
		void readCallbackUrls().then(setUrls);
	}, []);
	return (
		<Page
			broad
			title="Callback URLs"
			lead={
				<>
					Where incoming messages and delivery reports are sent: to each URL of a kind. In n8n, copy
					the Production URL of your Messaging Service trigger, and add it here with{' '}
					<code>?token=</code> and its token at the end.
				</>
			}
			other={['/phone', 'Phone']}
		>
			{typeof urls === 'string' && <NoteLine note={trouble(urls)} />}
			{typeof urls === 'object' &&
				// The keys of a constant record.
				(Object.keys(KINDS) as CallbackKind[]).map((kind) => (
					<Kind key={kind} kind={kind} given={urls[kind]} />
				))}
			<p class="card soft">
				Send Test sends one callback to each URL of its kind. A test message appears on the phone of{' '}
				<a href="/phone?number=628000000001">628000000001</a>, too.
			</p>
		</Page>
	);
}
