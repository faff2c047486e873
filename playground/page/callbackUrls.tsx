import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { CallbackKind, CallbackUrls } from '../contract';
import { readCallbackUrls, saveCallbackUrl, sendTestCallback } from './send';

const KINDS = {
	officialInbox: ['WhatsApp Official: incoming messages', 'Somebody writes to a channel'],
	officialStatus: [
		'WhatsApp Official: delivery status',
		'A broadcast or reply is sent, delivered, read or failed',
	],
	unofficialInbox: ['WhatsApp Unofficial: incoming messages', 'Somebody writes to a sender'],
	unofficialStatus: [
		'WhatsApp Unofficial: delivery status',
		'A text or media message moves from one status to the next',
	],
	smsInbox: ['SMS: incoming messages', 'Somebody answers an SMS'],
	business: [
		'WhatsApp Business: webhook',
		'Somebody writes to a gateway or taps a button. The service does not document what it sends here: these fields are invented',
	],
} as const satisfies Record<CallbackKind, readonly [name: string, when: string]>;

interface Note {
	text: string;
	isTrouble: boolean;
}

const fine = (text: string): Note => ({ text, isTrouble: false });
const trouble = (text: string): Note => ({ text, isTrouble: true });

function noteOf(status: number | null): Note {
	if (status === null) return trouble('Nothing answers at this URL. Is the receiver running?');
	if (status >= 200 && status <= 299) return fine(`The receiver accepted it (status ${status}).`);
	const hint =
		status === 404
			? ' In n8n, publish the workflow, or press Execute before you use a test URL.'
			: status === 401 || status === 403
				? ' Does the URL end in ?token= and the token of the trigger?'
				: '';
	return trouble(`The receiver answered with status ${status}.${hint}`);
}

/** What stands behind a # in a URL is never sent: there, a name may say which workflow it starts. */
function nameIn(url: string): string {
	const name = URL.canParse(url) ? decodeURIComponent(new URL(url).hash.slice(1)) : '';
	return name === '' ? 'Registered: ' : `Starts the workflow “${name}”: `;
}

function Row({ kind, saved }: { kind: CallbackKind; saved: string }) {
	const [url, setUrl] = useState(saved);
	const [note, setNote] = useState<Note | null>(null);
	const [busy, setBusy] = useState(false);
	const [name, when] = KINDS[kind];

	const run = async (steps: () => Promise<Note>) => {
		setBusy(true);
		setNote(null);
		setNote(await steps());
		setBusy(false);
	};
	const save = async (): Promise<Note> => {
		const problem = await saveCallbackUrl(kind, url.trim() === '' ? null : url.trim());
		if (typeof problem === 'string') return trouble(problem);
		return fine(url.trim() === '' ? 'Saved: nothing is sent.' : 'Saved.');
	};
	const test = async (): Promise<Note> => {
		const outcome = await save();
		if (outcome.isTrouble) return outcome;
		const result = await sendTestCallback(kind);
		return typeof result === 'string' ? trouble(result) : noteOf(result.status);
	};

	return (
		<form
			class="callback"
			data-test-id="callback"
			data-kind={kind}
			onSubmit={(event) => {
				event.preventDefault();
				void run(save);
			}}
		>
			<label for={kind}>{name}</label>
			<p id={`${kind}-when`} class="hint">
				{when}.
			</p>
			<div class="callback-row">
				<input
					id={kind}
					type="text"
					inputMode="url"
					autocomplete="off"
					spellcheck={false}
					placeholder="http://127.0.0.1:5678/webhook/…"
					value={url}
					aria-describedby={`${kind}-when ${kind}-note`}
					onInput={(event) => {
						setUrl(event.currentTarget.value);
						setNote(null);
					}}
				/>
				<button type="submit" class="primary" disabled={busy}>
					Save
				</button>
				<button
					type="button"
					class="secondary"
					disabled={busy || url.trim() === ''}
					onClick={() => {
						void run(test);
					}}
				>
					Send Test
				</button>
			</div>
			{saved !== '' && (
				<p class="hint registered" data-test-id="registered">
					{nameIn(saved)}
					<code>{saved.replace(/#.*$/s, '')}</code>
				</p>
			)}
			<p
				id={`${kind}-note`}
				class={note?.isTrouble === true ? 'hint wrong' : 'hint'}
				role="status"
				data-test-id="note"
			>
				{note?.text}
			</p>
		</form>
	);
}

/** Where callbacks go: the service has this in its web application. */
export function CallbackUrlsPage(): JSX.Element {
	const [urls, setUrls] = useState<CallbackUrls | string | null>(null);
	useEffect(() => {
		document.title = 'Callback URLs';
		void readCallbackUrls().then(setUrls);
	}, []);
	return (
		<main class="start callbacks">
			<header>
				<p class="kicker">
					Messaging service simulator · <a href="/phone">Phone</a>
				</p>
				<h1>Callback URLs</h1>
				<p class="lead">
					Where incoming messages and delivery reports are sent. In n8n, copy the URL of a Messaging
					Service trigger, and add <code>?token=</code> with its token.
				</p>
			</header>
			{typeof urls === 'string' && (
				<p class="hint wrong" role="alert">
					{urls}
				</p>
			)}
			{typeof urls === 'object' &&
				urls !== null &&
				// The keys of a constant record.
				(Object.keys(KINDS) as CallbackKind[]).map((kind) => (
					<Row key={kind} kind={kind} saved={urls[kind] ?? ''} />
				))}
			<p class="hint">
				Send Test saves the URL and sends one callback to it. A test message appears on the phone of{' '}
				<a href="/phone?number=6281234567890">6281234567890</a>, too.
			</p>
		</main>
	);
}
