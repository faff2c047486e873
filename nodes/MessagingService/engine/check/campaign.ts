import { withoutOldPrefix } from '../../../service';
import { nameOf } from '../itemState';
import type { CommonOptions, Plan } from '../operation';

/** From here on, a campaign is a Send Once Key. With the dialed number in it, it holds however the number was written. */
export function keyOfCampaign({ message }: Plan, { campaign }: CommonOptions) {
	if (campaign === undefined || !message?.recipient) return {};
	return { sendOnceKey: `${campaign} ${withoutOldPrefix(nameOf(message.recipient) ?? '')}` };
}
