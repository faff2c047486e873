import type { IExecuteFunctions } from 'n8n-workflow';

import { parsedUrl } from '../../../plain';
import { mediaUrlsIn } from '../../../service';
import { systemClock } from '../pace';
import { Facts } from '../facts';
import { cancelSignal, isTool, isTooOld } from '../n8n';
import {
	recipientIn,
	type CommonOptions,
	type Plan,
	type Problem,
	type Resource,
	type Wrong,
} from '../operation';
import { nameOf, type NodeRun, type ItemState } from '../itemState';
import { Accounts } from './accounts';
import { readItem } from './readItem';

const wrong = (field: string, what: string, advice?: string): Wrong => ({
	ok: false,
	problems: [{ field, what, ...(advice !== undefined && { advice }) }],
});

const notInList = (field: string) =>
	wrong(field, 'is not one that this node has: pick it from the list');

const notChecked = () =>
	wrong('The item', 'could not be checked: please report this to the maintainers of the node');

const TOO_OLD = wrong(
	'This n8n',
	'is too old: the package needs n8n 2.15 or later, and here `$execution.resumeUrl` has no signature. Update n8n. After the update, start a new execution instead of Retry',
);

/** If a node throws with On Error: Continue, n8n outputs its input as done. So a check that throws becomes a problem. */
function orNotChecked<Verdict>(check: () => Verdict): Verdict | Wrong {
	try {
		return check();
	} catch {
		return notChecked();
	}
}

/** An agent may be tricked into sending somewhere else, so these options limit recipients and media hosts. */
function notAllowed(
	{ message, request }: Plan,
	{ allowedRecipients, allowedMediaHosts }: CommonOptions,
	isForAgent: boolean,
): Wrong | undefined {
	const to = message?.recipient ? nameOf(message.recipient) : null;
	if (
		allowedRecipients &&
		message?.recipient &&
		(to === null || !allowedRecipients.allows(to, message.dialed?.countryCode))
	) {
		const what = `does not include ${to ?? 'this one'}: this node may not send there`;
		const advice = 'Do not write to it, and say that only a person can allow it.';
		return wrong('Allowed Recipients', what, advice);
	}
	if (!allowedMediaHosts && !isForAgent) return undefined;
	const url = mediaUrlsIn(request.json ?? request.multipart).find(
		(one) => allowedMediaHosts?.allows(one) !== true,
	);
	if (url === undefined) return undefined;
	const host = parsedUrl(url)?.hostname ?? 'this host';
	const what = `does not include ${host}: send a file of the item instead`;
	const advice = 'Do not send this URL, and say that only a person can add the host.';
	return wrong('Allowed Media Hosts', what, advice);
}

/** n8n does not evaluate expressions in these two fields, so their values may be in no list. */
function chosenBy(context: IExecuteFunctions, resources: readonly Resource[], item: number) {
	const resourceValue: unknown = context.getNodeParameter('resource', item, '');
	const operationValue: unknown = context.getNodeParameter('operation', item, '');
	const resource = resources.find(({ value }) => value === resourceValue);
	if (!resource) return notInList('Resource');
	const operation = resource.operations.find(({ value }) => value === operationValue);
	return operation ? { ok: true as const, resource, operation } : notInList('Operation');
}

/** All executions share these facts, so an agent that sends several messages asks the service once. */
const facts = new Facts();

export interface Selection {
	onlyFirst?: boolean;
	/** Values that the operation gets in addition to the parameters of the item. */
	given?: Readonly<Record<string, unknown>>;
}

export async function checkItems(
	{ context, pause }: NodeRun,
	resources: readonly Resource[],
	{ onlyFirst = false, given = {} }: Selection = {},
): Promise<ItemState[]> {
	const accounts = new Accounts(context);
	const isForAgent = isTool(context);
	const isOld = isTooOld(context);
	const run = { startedAt: systemClock.now(), cancelled: cancelSignal(context) };

	const checked = async (item: number): Promise<ItemState> => {
		const chosen = isOld ? TOO_OLD : orNotChecked(() => chosenBy(context, resources, item));
		if (!chosen.ok) return { operation: undefined, problems: chosen.problems };
		const { resource, operation } = chosen;
		const unread = () => ({ parameters: {}, common: undefined, ...notChecked() });
		const read = await readItem(context, operation, item).catch(unread);
		const { parameters, common } = read;
		const recipient = recipientIn(operation.fields, parameters);
		const asWrong = (problems: Problem[]): ItemState => ({ operation, problems, recipient });
		if (read.problems.length > 0 || !common) return asWrong(read.problems);
		const parsed = orNotChecked(() => operation.parse({ ...parameters, ...given }));
		if (!parsed.ok) return asWrong(parsed.problems);
		const opened = await accounts.open(resource.credential);
		if (!opened.ok) return asWrong(opened.problems);
		const planWith = (known?: unknown) => orNotChecked(() => parsed.planItem(common, known));
		const planned = operation.facts
			? await facts.judge(opened.account, operation.facts, planWith, run)
			: planWith();
		if (!planned.ok) return asWrong(planned.problems);
		const { plan } = planned;
		const refused = notAllowed(plan, common, isForAgent);
		if (refused) return asWrong(refused.problems);
		const prepared = { plan, common, account: opened.account };
		return { operation, prepared, recipient: plan.message?.recipient };
	};

	const { length } = context.getInputData();
	const items = onlyFirst ? Math.min(1, length) : length;
	const states: ItemState[] = [];
	for (let item = 0; item < items; item++) {
		states.push(await checked(item));
		await pause();
	}
	return states;
}
