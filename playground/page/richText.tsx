import type { ComponentChildren, JSX } from 'preact';
import { safeLink } from './address';
import { spansOf, type Span } from './spans';

const ELEMENTS = { bold: 'strong', italic: 'em', strike: 's', code: 'code' } as const;

export function OutwardLink(props: {
	href: string;
	class?: string;
	label?: string;
	children: ComponentChildren;
}): JSX.Element {
	return (
		<a
			class={props.class}
			href={props.href}
			target="_blank"
			rel="noopener noreferrer"
			aria-label={props.label}
		>
			{props.children}
		</a>
	);
}

function Piece({ span }: { span: Span }): JSX.Element {
	if (span.kind === 'text') return <>{span.text}</>;
	if (span.kind === 'link') {
		const href = safeLink(span.text);
		return href === null ? <>{span.text}</> : <OutwardLink href={href}>{span.text}</OutwardLink>;
	}
	const Element = ELEMENTS[span.kind];
	return (
		<Element>
			<Pieces spans={span.spans} />
		</Element>
	);
}

function Pieces({ spans }: { spans: readonly Span[] }): JSX.Element {
	return (
		<>
			{spans.map((span, index) => (
				<Piece key={index} span={span} />
			))}
		</>
	);
}

/** What somebody wrote, as elements: whatever it holds stays text. */
export function RichText({ text }: { text: string }): JSX.Element {
	return <Pieces spans={spansOf(text)} />;
}
