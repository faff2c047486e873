import { listening, until } from '../../n8n/api';
import { linkIn, postAnswer } from '../../n8n/questions';
import { chain, webhook } from '../../n8n/workflows';
import { executionsOf } from '../frame/executions';
import { loginTo, numberOf, post, published, SEND, sends } from '../frame/nodes';
import type { Session } from './session';

const QUESTIONS = 20;

async function thanks(link: string, approved: boolean): Promise<boolean> {
	const answered = await postAnswer(link, { approved: String(approved) });
	return (await answered.text()).includes('Thank you');
}

/** A worker asks, and the answer comes to a process that had no part in that. */
export async function questions({ bed, service, report }: Session): Promise<void> {
	const part = report.part('Questions, answered through another process than the one that asked');
	const { api, webhookUrl, mainUrl } = bed;
	await service.reset();
	const asks = sends(await loginTo(api, service.url), {
		resource: 'whatsappUnofficial',
		operation: 'sendAndWait',
		destination: '={{ $json.body.to }}',
		message: 'Refund?',
		approvalOptions: { values: { approvalType: 'double' } },
	});
	const workflow = await published(api, chain('questions', [webhook('questions'), asks]));
	const url = `${webhookUrl}/questions`;
	await listening(url);
	const numbers = Array.from({ length: QUESTIONS }, (_, at) => numberOf(at));
	for (const to of numbers) await post(url, { to });
	const ids = await until('all questions to wait', async () => {
		const all = await api.executions(workflow);
		return all.length === QUESTIONS && all.every(({ status }) => status === 'waiting')
			? all.map(({ id }) => id)
			: undefined;
	});
	const messages = await service.control.messages();
	const links = messages.map(({ text }) => linkIn(text));

	const half = QUESTIONS / 2;
	const thanked = await Promise.all(links.slice(0, half).map((link) => thanks(link, true)));
	// Two at the same time, through different processes, with different answers.
	const both = await Promise.all(
		links.slice(half).map((link) => {
			const other = new URL(link);
			other.host = new URL(mainUrl).host;
			return Promise.all([thanks(link, true), thanks(other.href, false)]);
		}),
	);
	const ended = await Promise.all(ids.map((id) => api.finished(id)));

	part.same('Each question was asked once', messages.map(({ to }) => to).sort(), numbers);
	const elsewhere = links.filter((link) => !link.startsWith(new URL(webhookUrl).origin));
	part.same('No process that asks answers', elsewhere, []);
	part.same('Each person was thanked', thanked.filter(Boolean).length, half);
	const bad = ended.filter(({ status, runs }) => status !== 'success' || runs(SEND) !== 1);
	part.same('Every execution ended well, after one run of the question', bad.length, 0);
	part.same('Nothing else was started', (await executionsOf(bed, workflow)).length, QUESTIONS);
	part.figure('questions answered through the webhook process alone', half);
	part.figure('answered through two processes at the same time, once yes and once no', half);
	part.figure('of these, both persons thanked', both.filter(([one, other]) => one && other).length);
}
