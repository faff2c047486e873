import { listening, until, type Stored } from '../../../n8n/api';
import { controlOf } from '../../../n8n/control';
import { chain, ourType, webhook } from '../../../n8n/workflows';
import type { Cluster } from '../cluster';
import { executionsOf } from '../executions';
import type { Scenario } from './scenario';

const QUESTIONS = 20;
const ASK = 'Ask';
const PATH = 'questions';

async function activeQuestion({ api, service }: Cluster): Promise<Stored> {
	const messagingServiceApi = await api.createCredential('messagingServiceApi', 'Asks', {
		baseUrl: service.url,
		apiKey: 'simulator-key',
	});
	const workflow = await api.createWorkflow(
		chain(PATH, [
			webhook(PATH),
			{
				name: ASK,
				type: ourType('messagingService'),
				parameters: {
					resource: 'whatsappUnofficial',
					operation: 'sendAndWait',
					destination: '={{ $json.body.to }}',
					message: 'Refund?',
					approvalOptions: { values: { approvalType: 'double' } },
				},
				credentials: { messagingServiceApi },
			},
		]),
	);
	await api.activate(workflow);
	return workflow;
}

const answer = async (link: string, approved: boolean): Promise<boolean> => {
	const body = new URLSearchParams({ approved: String(approved) });
	const answered = await fetch(link, { method: 'POST', body });
	return (await answered.text()).includes('Thank you');
};

/** A worker asks, and the answer comes to a process that had no part in that. */
export const questions: Scenario = async ({ cluster, report }) => {
	const part = report.part('Questions, answered through another process than the one that asked');
	const { api, service } = cluster;
	await service.reset();
	const workflow = await activeQuestion(cluster);
	const numbers = Array.from({ length: QUESTIONS }, (_, at) => `62812345${1000 + at}`);
	const call = (to: string) =>
		fetch(`${cluster.webhookUrl}/${PATH}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ to }),
		});
	await listening(`${cluster.webhookUrl}/${PATH}`);
	for (const number of numbers) await call(number);
	const ids = await until('all questions to wait', async () => {
		const all = await api.executions(workflow);
		return all.length === QUESTIONS && all.every(({ status }) => status === 'waiting')
			? all.map(({ id }) => id)
			: undefined;
	});
	const messages = await controlOf(service.url).messages();
	const links = messages.map(({ text }) => /http\S+$/.exec(text ?? '')?.[0] ?? '');

	const half = QUESTIONS / 2;
	const thanked = await Promise.all(links.slice(0, half).map((link) => answer(link, true)));
	// Two at once, by different processes, with different answers.
	const mainHost = new URL(cluster.mainUrl).host;
	const both = await Promise.all(
		links.slice(half).map(async (link) => {
			const elsewhere = new URL(link);
			elsewhere.host = mainHost;
			return Promise.all([answer(link, true), answer(elsewhere.href, false)]);
		}),
	);
	const ended = await Promise.all(ids.map((id) => api.finished(id)));

	part.same('Each question was asked once', messages.map(({ to }) => to).sort(), numbers);
	part.same(
		'No process that asks answers',
		links.every((link) => link.startsWith(new URL(cluster.webhookUrl).origin)),
		true,
	);
	part.same('Each person was thanked', thanked.filter(Boolean).length, half);
	part.same(
		'Every execution ended well, after one run of the question',
		ended.map(({ status, runs }) => `${status} ${runs(ASK)}`),
		ids.map(() => 'success 1'),
	);
	part.same('Nothing else was started', (await executionsOf(cluster, workflow)).length, QUESTIONS);
	part.figure('questions', QUESTIONS);
	part.figure('answered through the webhook process alone', half);
	part.figure('answered at once through two processes, one with yes and one with no', half);
	part.figure('of these, both persons thanked', both.filter(([one, other]) => one && other).length);
};
