import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { isPlainRecord } from '../../plain';
import { channels, type Channel } from '../operations/whatsappOfficial/channel';
import { lookUp, matching } from './lookUp';

/** The service documents no name for a channel, but its settings may contain one. */
function nameOf({ id, settings, created_at: created }: Channel): string {
	const words = Object.entries(isPlainRecord(settings) ? settings : {}).flatMap(([key, value]) =>
		/name|phone|number|label/i.test(key) && typeof value === 'string' && value.trim() !== ''
			? [value.trim().slice(0, 60)]
			: [],
	);
	const title = words.length > 0 ? words.join(', ') : `Channel of ${created.slice(0, 10)}`;
	return `${title} (${id.slice(0, 8)})`;
}

export async function searchChannels(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const all = await lookUp(this, channels);
	const entries = all.map((channel) => ({ name: nameOf(channel), value: channel.id }));
	return { results: matching(entries, filter) };
}
