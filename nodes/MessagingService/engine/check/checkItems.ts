import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { parsedUrl } from '../../../plain';
import { mediaUrlsIn } from '../../../service';
import { accountOfAll } from '../account';
import { Facts } from '../facts';
import { cancelSignal, isTool, isTooOld } from '../n8n';
import {
	asTestTo,
	readdressed,
	recipientIn,
	TEST_TO,
	type CommonOptions,
	type Plan,
	type Problem,
	type Resource,
	type Wrong,
} from '../operation';
import { nameOf, type ItemState, type NodeRun, type Prepared } from '../itemState';
import { systemClock } from '../pace';
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

/** n8n does not evaluate expressions in these two fields, so all items share them, and their values may be in no list. */
function chosenBy(context: IExecuteFunctions, resources: readonly Resource[]) {
	const resourceValue: unknown = context.getNodeParameter('resource', 0, '');
	const operationValue: unknown = context.getNodeParameter('operation', 0, '');
	const resource = resources.find(({ value }) => value === resourceValue);
	if (!resource) return notInList('Resource');
	const operation = resource.operations.find(({ value }) => value === operationValue);
	return operation ? { ok: true as const, resource, operation } : notInList('Operation');
}

/** If a node throws with On Error: Continue, n8n outputs its input as done. So the error becomes a problem of each item. */
async function open(context: IExecuteFunctions, { credential }: Resource) {
	const opening = accountOfAll(context, credential).then((account) => {
		return { ok: true as const, account };
	});
	// n8n's lint rule forbids to throw an error again.
	if (!context.continueOnFail()) return await opening;
	return await opening.catch((error: unknown) => {
		const what = error instanceof Error ? error.message : 'n8n did not say why';
		const more = error instanceof NodeOperationError ? (error.description ?? '') : '';
		return wrong('The credential', `cannot be used: ${what}${more && `. ${more}`}`);
	});
}

/** The option Test To: the first messages go to one number, and the others come out as they would be sent. */

const TESTED = 3;

const DIFFERS = 'has more than one value: give all items the same number';

/** All executions share these facts, so an agent that sends several messages asks the service once. */
const facts = new Facts();

/** @param added for a question: values in addition to the parameters. Then only the first item is sent */
export async function checkItems(
	{ context, pause }: NodeRun,
	resources: readonly Resource[],
	added?: Readonly<Record<string, unknown>>,
): Promise<ItemState[]> {
	const isForAgent = isTool(context);
	const run = { startedAt: systemClock.now(), cancelled: cancelSignal(context) };
	const items = context.getInputData().slice(0, added && 1);
	const chosen = isTooOld(context) ? TOO_OLD : orNotChecked(() => chosenBy(context, resources));
	if (!chosen.ok) {
		const { problems } = chosen;
		return items.map((_, item) => ({ item, operation: undefined, problems }));
	}
	const { operation, resource } = chosen;
	let opening: ReturnType<typeof open> | undefined;
	let tested = 0;
	const numbers = new Set<string | null | undefined>();

	const prepare = async (parameters: Record<string, unknown>, common: CommonOptions) => {
		const parsed = orNotChecked(() => operation.parse({ ...parameters, ...added }));
		if (!parsed.ok) return parsed;
		const opened = await (opening ??= open(context, resource));
		if (!opened.ok) return opened;
		const { account } = opened;
		const planWith = (known?: unknown) => orNotChecked(() => parsed.planItem(common, known));
		const planned = operation.facts
			? await facts.judge(account, operation.facts, planWith, run)
			: planWith();
		if (!planned.ok) return planned;
		const { plan } = planned;
		const prepared: Prepared = { plan, common, account };
		return notAllowed(plan, common, isForAgent) ?? { ok: true as const, prepared };
	};

	const checked = async (item: number): Promise<ItemState> => {
		const unread = () => ({ ...notChecked(), parameters: {}, common: undefined });
		const { parameters, common, problems } = await readItem(context, operation, item).catch(unread);
		const asWrong = (all: Problem[]): ItemState => {
			const recipient = recipientIn(operation.fields, parameters);
			return { item, operation, recipient, problems: all };
		};
		if (problems.length > 0 || !common) return asWrong(problems);
		const own = await prepare(parameters, common);
		if (!own.ok) return asWrong(own.problems);
		const { prepared } = own;
		const recipient = prepared.plan.message?.recipient;
		if (common.testTo === undefined) {
			numbers.add(undefined);
			return { item, operation, recipient, prepared };
		}
		const readTo = readdressed(operation.fields, parameters, common.testTo);
		const test = await prepare(readTo, common);
		if (!test.ok) return asWrong(test.problems.map(asTestTo));
		const to = test.prepared.plan.message?.recipient;
		numbers.add(to && nameOf(to));
		if (common.validateOnly || ++tested > TESTED) {
			const shown = { ...prepared, common: { ...common, validateOnly: true } };
			return { item, operation, recipient, prepared: shown };
		}
		// The real message leaves later, so its key stays free.
		const sent = { ...test.prepared, common: { ...common, sendOnceKey: undefined } };
		const meantFor = recipient && nameOf(recipient);
		return { item, operation, recipient: to, meantFor, prepared: sent };
	};

	const states: ItemState[] = [];
	for (const item of items.keys()) {
		states.push(await checked(item));
		await pause();
	}
	const wrongNumber = states
		.flatMap(({ problems = [] }) => problems)
		.find(({ field }) => field === TEST_TO);
	const fault = numbers.size > 1 ? { field: TEST_TO, what: DIFFERS } : wrongNumber;
	if (!fault) return states;
	// No item may leave then, since a message could reach its own recipient.
	return states.map(({ item, recipient, problems = [fault] }) => {
		return { item, operation, recipient, problems };
	});
}
