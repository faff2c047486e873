import { listening } from '../../n8n/api';
import { receiver } from '../frame/nodes';
import type { Report } from '../frame/report';
import type { SimulatorProcess } from '../frame/simulatorProcess';
import type { Testbed } from '../frame/testbed';

export interface Session {
	bed: Testbed;
	service: SimulatorProcess;
	report: Report;
}

/** SCALE_ITEMS makes a run smaller while it is worked on. */
export const ITEMS = Math.max(40, Math.floor(Number(process.env.SCALE_ITEMS ?? '2000') / 20) * 20);

const TOKEN = '93c5e0d7428fb16a5ec29d70bf1846a3';

/** A published trigger. Its URLs carry the token: one leads to the webhook process, the other to the main process. */
export async function receiverIn(
	{ api, webhookUrl, mainUrl }: Testbed,
	id: string,
	parameters: Parameters<typeof receiver>[2],
) {
	const { workflow, path } = await receiver(api, id, parameters, TOKEN);
	const at = (webhooks: string) => `${webhooks}/${path}?token=${TOKEN}`;
	const urls = { url: at(webhookUrl), otherUrl: at(mainUrl) };
	for (const url of Object.values(urls)) await listening(url);
	return { workflow, ...urls };
}
