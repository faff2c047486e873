import { z } from 'zod';

import { CHANNEL_PERIOD_MS, CHANNEL_REQUESTS } from '../../../service';
import type { FactsSource, SharedLimit } from '../../engine/operation';

/** Channel (section Resources). The structure of its settings is not documented. */
export const channel = z
	.object({
		id: z.string(),
		webhook: z.string().nullish(),
		settings: z.unknown(),
		organization_id: z.string(),
		created_at: z.string(),
	})
	.passthrough();

export type Channel = z.output<typeof channel>;

export const channelsRequest = { method: 'GET', path: '/wa_official/channels' } as const;

export const channels: FactsSource<Channel[]> = {
	request: channelsRequest,
	read: (data) => z.array(channel).safeParse(data).data,
};

export const channelLimit = (key: string): SharedLimit => ({
	key,
	limit: CHANNEL_REQUESTS,
	periodMs: CHANNEL_PERIOD_MS,
	advice: `A channel accepts ${CHANNEL_REQUESTS} messages a minute from everything that uses it. Run again later, or use another channel.`,
});
