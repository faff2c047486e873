import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PhoneMedia } from '../contract';
import { safeLink, safeSource } from './address';
import { mediaName } from './excerpt';
import { Icon } from './icons';
import { OutwardLink } from './richText';

function Card(props: { media: PhoneMedia; note: string; children?: ComponentChildren }) {
	const { media } = props;
	return (
		<>
			<span class="file-icon">
				<Icon name={media.kind} />
			</span>
			<span class="file-words">
				<span class="file-name">{media.fileName}</span>
				<span class="file-note">{props.note}</span>
			</span>
			{props.children}
		</>
	);
}

function Unshown({ media, note }: { media: PhoneMedia; note: string }) {
	return (
		<div class="file">
			<Card media={media} note={note} />
		</div>
	);
}

function DocumentCard({ media, href }: { media: PhoneMedia; href: string }) {
	return (
		<OutwardLink class="file" href={href} label={`Open document ${media.fileName}`}>
			<Card media={media} note="Document">
				<Icon name="open" />
			</Card>
		</OutwardLink>
	);
}

/** A message's file: shown where it can be, told of where it cannot. */
export function Media({ media }: { media: PhoneMedia }): JSX.Element {
	const [broken, setBroken] = useState<string | null>(null);
	const fail = () => {
		setBroken(media.url);
	};
	const name = mediaName[media.kind];
	const source = safeSource(media.url, location.href);
	if (source === null)
		return <Unshown media={media} note={`${name} at another address, not shown here`} />;
	if (broken === media.url) return <Unshown media={media} note={`${name}, cannot be loaded`} />;
	const href = safeLink(media.url, location.href);
	const label = `${name}: ${media.fileName}`;
	switch (media.kind) {
		case 'image': {
			const image = <img class="picture" src={source} alt={label} onError={fail} />;
			return href === null ? (
				image
			) : (
				<OutwardLink class="picture-link" href={href}>
					{image}
				</OutwardLink>
			);
		}
		case 'video':
			return (
				<video
					class="picture"
					src={source}
					controls
					preload="metadata"
					aria-label={label}
					onError={fail}
				/>
			);
		case 'audio':
			return (
				<audio
					class="sound"
					src={source}
					controls
					preload="metadata"
					aria-label={label}
					onError={fail}
				/>
			);
		case 'document':
			return href === null ? (
				<Unshown media={media} note={name} />
			) : (
				<DocumentCard media={media} href={href} />
			);
	}
}
