import type { ComponentChildren, ComponentProps } from 'preact';
import type { PhoneChat, PhoneMessage, Route } from '../contract';
import { safeLink } from './address';
import { initialsOf, spansOf, type Span } from './text';

/** Line drawings on a grid of 24. */
const DRAWINGS = {
	back: 'M15 5l-7 7 7 7',
	arrow: 'M4.5 12h13M12 5.5l6.5 6.5-6.5 6.5',
	quote: 'M10 6L4.5 11.5 10 17M5 11.5h8.5a6 6 0 0 1 6 6V19',
	close: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
	url: 'M13.5 5H19v5.5M19 5l-8.5 8.5M16.5 14v3.5A1.5 1.5 0 0 1 15 19H6.5A1.5 1.5 0 0 1 5 17.5V9a1.5 1.5 0 0 1 1.5-1.5H10',
	call: 'M6.2 4.5h2.9l1.5 4-2 1.5a11 11 0 0 0 5.4 5.4l1.5-2 4 1.5v2.9a1.7 1.7 0 0 1-1.8 1.7A15.3 15.3 0 0 1 4.5 6.3a1.7 1.7 0 0 1 1.7-1.8z',
	chat: 'M6.5 5h11A2.5 2.5 0 0 1 20 7.5v6a2.5 2.5 0 0 1-2.5 2.5H12l-4.5 3.7V16h-1A2.5 2.5 0 0 1 4 13.5v-6A2.5 2.5 0 0 1 6.5 5z',
	phone: 'M8.5 3.5h7a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2zM11 17.7h2',
	swap: 'M5 9h13M14.5 5.5L18 9l-3.5 3.5M19 15.5H6M9.5 12L6 15.5 9.5 19',
	clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 7.7V12l2.9 1.9',
	image:
		'M6.5 5h11A1.5 1.5 0 0 1 19 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 17.5v-11A1.5 1.5 0 0 1 6.5 5zM5.5 16l4-4 3.5 3.5 2-2 3.5 3.5M14.5 9.2v.1',
	video:
		'M5.5 7h8A1.5 1.5 0 0 1 15 8.5v7a1.5 1.5 0 0 1-1.5 1.5h-8A1.5 1.5 0 0 1 4 15.5v-7A1.5 1.5 0 0 1 5.5 7zM15 11l5-2.5v7L15 13',
	audio:
		'M12 4.5a2.5 2.5 0 0 1 2.5 2.5v4.5a2.5 2.5 0 0 1-5 0V7A2.5 2.5 0 0 1 12 4.5zM6.5 11.5a5.5 5.5 0 0 0 11 0M12 17v3',
	document:
		'M7.5 4H13l5 5v9.5a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 6 18.5v-13A1.5 1.5 0 0 1 7.5 4zM13 4v5h5M9.5 13h5M9.5 16h3.5',
};

/** A drawing next to words that say the same. Screen readers skip it. */
export const Icon = ({ name }: { name: keyof typeof DRAWINGS }) => (
	<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
		<path d={DRAWINGS[name]} />
	</svg>
);

const ONE_TICK = 'M5 8.6l3.2 3.2L15 4.6';
const TWO_TICKS = 'M1.5 8.6l3.2 3.2L11.5 4.6M9.3 11.3l.5.5L16.6 4.6';
const WARNING = 'M10 1.8a6.2 6.2 0 1 0 0 12.4 6.2 6.2 0 0 0 0-12.4zM10 4.9v3.5M10 10.8v.1';

const CLOCK = 'M10 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM10 5v3.2l2.1 1.3';

const TICKS = { open: CLOCK, arrived: TWO_TICKS, lost: WARNING };

/** The status of a message. */
export function TickMark({ message: { tick } }: { message: PhoneMessage }) {
	if (tick === undefined) return null;
	const { word, became } = tick;
	return (
		<svg
			class={`tick ${became}`}
			viewBox="0 0 20 16"
			role="img"
			data-test-id="tick"
			data-state={word}
		>
			<title>{word.charAt(0).toUpperCase() + word.slice(1)}</title>
			<path d={word === 'sent' ? ONE_TICK : TICKS[became]} />
		</svg>
	);
}

export const ROUTES = {
	official: 'WhatsApp Official',
	unofficial: 'WhatsApp Unofficial',
	business: 'WhatsApp Business',
	sms: 'SMS',
} as const satisfies Record<Route, string>;

export const RouteLabel = ({ route }: { route: Route }) => (
	<span class="route">{ROUTES[route]}</span>
);

export const Avatar = ({ chat }: { chat: PhoneChat }) => (
	<span class="tile" aria-hidden="true">
		{initialsOf(chat.name) || <Icon name="chat" />}
	</span>
);

/** Says that the page may be old. It is always there, so that screen readers hear of a change. */
export const LostBar = ({ lost }: { lost: boolean | undefined }) => (
	<div role="status" class="bar">
		{lost === true && 'Reconnecting…'}
	</div>
);

/** A page without a phone. */
export const Page = (props: {
	broad?: boolean;
	title: string;
	lead: ComponentChildren;
	other: [href: string, name: string];
	children: ComponentChildren;
}) => (
	<main class={props.broad === true ? 'start broad' : 'start'}>
		<p class="soft">
			Messaging service simulator · <a href={props.other[0]}>{props.other[1]}</a> ·{' '}
			<a href="/reference">Reference</a>
		</p>
		<h1>{props.title}</h1>
		<p>{props.lead}</p>
		{props.children}
	</main>
);

/** A link that opens another tab. */
export const OutwardLink = (props: ComponentProps<'a'>) => (
	<a {...props} target="_blank" rel="noopener noreferrer" />
);

const ELEMENTS = { '*': 'strong', _: 'em', '~': 's', '`': 'code' } as const;

function Spans({ spans }: { spans: readonly Span[] }) {
	const shown = spans.map((span) => {
		if (typeof span === 'string') return span;
		if ('link' in span) {
			return <OutwardLink href={safeLink(span.link) ?? ''}>{span.link}</OutwardLink>;
		}
		const Element = ELEMENTS[span.mark];
		return (
			<Element>
				<Spans spans={span.spans} />
			</Element>
		);
	});
	return <>{shown}</>;
}

/** A text as elements. Markup in it stays text. */
export const RichText = ({ text }: { text: string }) => <Spans spans={spansOf(text)} />;
