import { NodeOperationError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import { accountOfAll } from '../account';
import { ask } from '../facts';
import { isGiven, onOrOff } from '../../../plain';
import { countryCodeOf, phoneNumber, withoutOldPrefix } from '../../../service';
import { markRepeats, nameOf, type ItemState, type NodeRun } from '../itemState';
import { isTool } from '../n8n';
import {
	recipientIn,
	wrong,
	type CommonOptions,
	type Operation,
	type Plan,
	type Resource,
	type Values,
	type Wrong,
} from '../operation';
import { notAllowed } from './allowed';
import { blockedNumbers, isOneEach } from './blocked';
import { stateOf } from './heldBack';
import { readItem } from './readItem';
import { asTests, refusedAll, type Prepare, type Read } from './testTo';

const notInList = (field: string) =>
	wrong(field, 'is not one that this node has: pick it from the list');

const notChecked = () =>
	wrong('The item', 'could not be checked: please report this to the maintainers of the node');

/** If a node throws with On Error: Continue, n8n outputs its input as done. So a check that throws becomes a problem. */
function orNotChecked<Verdict>(check: () => Verdict): Verdict | Wrong {
	try {
		return check();
	} catch {
		return notChecked();
	}
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

/**
 * From here on, a campaign is a Send Once Key. With the dialed number in it, it holds however the number was written. It is a
 * stored format: in another form, everyone gets the campaign again.
 */
const keyOfCampaign = ({ message }: Plan, { campaign }: CommonOptions) =>
	campaign !== undefined && message?.recipient
		? `${campaign} ${withoutOldPrefix(nameOf(message.recipient) ?? '')}`
		: undefined;

/** Opens the account, asks it for facts, and plans what becomes of an item's parameters. */
async function planner(
	context: IExecuteFunctions,
	{ operation, resource }: { operation: Operation; resource: Resource },
	added: Values | undefined,
) {
	const opened = await open(context, resource);
	const { facts: source } = operation;
	const asking = { timeoutMs: 5_000, cancelled: context.getExecutionCancelSignal() };
	// If the service does not give them, it decides by itself.
	const asked = opened.ok && source && (await ask(opened.account, source, asking));
	const facts = asked && asked.ok ? asked.facts : undefined;
	const isBlockedNumber = blockedNumbers();
	const isForAgent = isTool(context);
	const prepare: Prepare = (parameters, common) => {
		if (!opened.ok) return opened;
		const { account } = opened;
		const { defaultCountryCode, login } = account;
		const given = { defaultCountryCode, ...parameters, ...added, login };
		const planned = orNotChecked(() => operation.plan(given, common, facts));
		if (!planned.ok) return planned;
		const { plan } = planned;
		const isBlocked = notAllowed(plan, common, isForAgent) ?? isBlockedNumber(plan, common);
		if (typeof isBlocked !== 'boolean') return isBlocked;
		const sendOnceKey = keyOfCampaign(plan, common) ?? common.sendOnceKey;
		return { ok: true, isBlocked, prepared: { plan, common: { ...common, sendOnceKey }, account } };
	};
	const countryCode = opened.ok ? opened.account.defaultCountryCode : undefined;
	return { operation, prepare, countryCode };
}

/** An earlier try may have sent a wrong item, and noted its recipient as it is dialed. */
function recipientOf(
	{ fields }: Operation,
	{ defaultCountryCode, ...parameters }: Read['parameters'],
	countryCode: unknown,
): Pick<ItemState, 'recipient' | 'isUnread'> {
	const recipient = recipientIn(fields, parameters);
	const name = recipient && nameOf(recipient)?.trim();
	if (!recipient || 'room_id' in recipient || onOrOff.safeParse(parameters.isGroup).data) {
		return { recipient, isUnread: !name };
	}
	const country = isGiven(defaultCountryCode) ? defaultCountryCode : countryCode;
	const number = phoneNumber(name ?? '', countryCodeOf(country));
	return number.ok ? { recipient: { destination: number.digits } } : { recipient, isUnread: true };
}

async function readOne(
	context: IExecuteFunctions,
	{ operation, prepare, countryCode }: Awaited<ReturnType<typeof planner>>,
	item: number,
	json: IDataObject | undefined,
): Promise<Read> {
	const unread = () => ({ ...notChecked(), parameters: {}, common: undefined });
	const { parameters, common, problems } = await readItem(context, operation, item).catch(unread);
	const own =
		problems.length === 0 && common
			? prepare(parameters, common)
			: { ok: false as const, problems };
	const isForShow = operation.effect === 'send' && common?.validateOnly;
	const state = { item, operation, isForShow };
	if (own.ok) return { state: stateOf(state, own, json), parameters };
	const recipient = recipientOf(operation, parameters, countryCode);
	return { state: { ...state, ...recipient, problems: own.problems }, parameters };
}

/** @param added for a question: values in addition to the parameters. Then only the first item is sent */
export async function checkItems(
	{ context, pause }: NodeRun,
	resources: readonly Resource[],
	added?: Values,
): Promise<ItemState[]> {
	const items = context.getInputData().slice(0, added && 1);
	const chosen = orNotChecked(() => chosenBy(context, resources));
	if (!chosen.ok) {
		const { problems } = chosen;
		return items.map((_, item) => ({ item, operation: undefined, isUnread: true, problems }));
	}
	if (items.length === 0) return [];
	const plans = await planner(context, chosen, added);
	const read: Read[] = [];
	for (const [item, given] of items.entries()) {
		read.push(await readOne(context, plans, item, given.json));
		await pause();
	}
	const states = read.map(({ state }) => state);
	// The first item seems right: that the others have another number is seen later.
	const oneEach = states.flatMap(({ problems = [] }) => problems).find(isOneEach);
	if (oneEach) return refusedAll(read, oneEach);
	// Before the tests, since those of different people are equal requests.
	markRepeats(states);
	return await asTests(read, plans.prepare, pause);
}
