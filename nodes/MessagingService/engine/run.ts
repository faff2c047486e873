import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { openAccount, type Account } from './accounts';
import { attempt } from './attempt';
import { MOST_IN_FLIGHT, runBatch, type Job } from './batch';
import { systemClock } from './clock';
import type { CommonOptions } from './commonOptions';
import {
	cancelSignal,
	forgetHandedOn,
	handedOn,
	handOn,
	identityOfRun,
	isRetry,
	isTool,
	placeOfRun,
	startedOver,
	takenUp,
} from './execution';
import {
	entryKey,
	Ledger,
	likenessOf,
	type Entry,
	type Likeness,
	type Retry,
	type RunIdentity,
	type RunLedger,
} from './ledger';
import type {
	Checked,
	CredentialName,
	Operation,
	Plan,
	Planner,
	Problem,
	Resource,
} from './operation';
import type { Effect, Failure, Outcome } from './outcome';
import { Facts } from './facts';
import { warn } from './hints';
import { pacers } from './pacers';
import { readItem, type ReadItem } from './parameters';
import {
	placeOf,
	tellItem,
	tellRequest,
	tellTally,
	tellWrong,
	tellWrongItem,
	type Told,
} from './report';
import { Waiting } from './waiting';

/** Shared by all executions of this process, as the pacers are: that is what makes the ledger one ledger. */
const ledger = new Ledger();
const facts = new Facts();

/** What is to be done for one item, and what became of it. */
interface Slot {
	operation: Operation | undefined;
	wrong?: Problem[];
	ready?: { plan: Plan; common: CommonOptions; account: Account };
	output?: IDataObject[];
	failure?: Failure;
}

type ReadySlot = Slot & { operation: Operation; ready: NonNullable<Slot['ready']> };

const isReady = (slot: Slot): slot is ReadySlot =>
	slot.operation !== undefined && slot.ready !== undefined;

const ACCEPT = { json: 'application/json', xml: 'application/xml' };

/** So long may checking keep others of the process waiting. */
const LONGEST_HOLD_MS = 15;
/** And so long where others send: in each pause they start one request, and there are to be 100 of them in a second. */
const LONGEST_HOLD_OF_SENDERS_MS = 2;

/** As n8n takes it, the oldest version too: whatever stands there. */
const saysError = (value: unknown) => value !== undefined;

/** Runs all items of a node: checked, paced, sent, and remembered. */
export async function run(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[]> {
	const items = context.getInputData().length;
	const stopOnFailure = !context.continueOnFail();
	const slots = await check(context, resources, items);

	dryRun(slots);
	warn(
		context,
		slots.flatMap((slot, item) =>
			isReady(slot) ? slot.ready.plan.warnings.map((text) => `${placeOf(item, items)}${text}`) : [],
		),
	);
	const sends = slots.some(({ operation, output }) => operation?.effect === 'send' && !output);
	const identity = identityOfRun(context);
	const likenesses = sends ? await likenessesOf(context, identity) : [];
	const retry = sends && isRetry(context) ? await retryOf(context, likenesses) : undefined;
	const runLedger = ledger.open(
		placeOfRun(context),
		{ ...identity, firstItem: likenesses[0] },
		retry,
	);
	// Before anything can go wrong: a retry must know also that nothing was sent.
	if (sends) handOn(context, runLedger);
	const cancelled = cancelSignal(context);
	const abandon = () => {
		ledger.abandon(runLedger);
	};
	cancelled?.addEventListener('abort', abandon);
	let ending: 'done' | 'failed' | 'may come again' = 'failed';
	try {
		const wrong = slots.flatMap(({ wrong }, item) => (wrong ? [{ item, problems: wrong }] : []));
		if (wrong.length > 0 && stopOnFailure) {
			fail(context, tellWrong(wrong, items, sends ? 'send' : 'read'), wrong[0]?.item);
		}
		await send(context, slots, { runLedger, likenesses }, stopOnFailure);
		// A run that was cancelled, or stopped at a failure, leaves items that were never tried.
		const complete = slots.every(({ output, failure, wrong }) => output ?? failure ?? wrong);
		const failed = slots.some(({ failure }) => failure !== undefined);
		if (!complete || (failed && stopOnFailure)) failBatch(context, slots);
		const output = slots.flatMap((slot, item) => outputOf(slot, item));
		// n8n runs the node again when the first item that comes out says error.
		ending = saysError(output[0]?.json.error) ? 'may come again' : 'done';
		if (sends && ledger.isAlone(runLedger)) forgetHandedOn(context);
		return output;
	} finally {
		cancelled?.removeEventListener('abort', abandon);
		ledger.close(runLedger, ending);
	}
}

/** Keeps others of the process from waiting too long for a long loop. */
class Pauses {
	private since = systemClock.now();

	async take(): Promise<void> {
		const held = systemClock.now() - this.since;
		if (held <= LONGEST_HOLD_OF_SENDERS_MS) return;
		if (held <= LONGEST_HOLD_MS && !pacers.areSending()) return;
		await systemClock.sleep(0);
		this.since = systemClock.now();
	}
}

async function likenessesOf(
	context: IExecuteFunctions,
	{ template }: Pick<RunIdentity, 'template'>,
): Promise<Likeness[]> {
	const pauses = new Pauses();
	const likenesses: Likeness[] = [];
	for (const [item, { json }] of context.getInputData().entries()) {
		likenesses.push(likenessOf(item, template, json));
		await pauses.take();
	}
	return likenesses;
}

async function retryOf(
	context: IExecuteFunctions,
	likenesses: readonly Likeness[],
): Promise<Retry> {
	const left = handedOn(context);
	return {
		left,
		likenesses,
		startedOver: startedOver(context),
		takenUp: left !== undefined && (await takenUp(context, left)),
	};
}

/** Checks every item before the first request. */
async function check(
	context: IExecuteFunctions,
	resources: readonly Resource[],
	items: number,
): Promise<Slot[]> {
	const accounts = new Map<CredentialName, Opened>();
	const accountOf = async (name: CredentialName) => {
		const known = accounts.get(name);
		if (known) return known;
		const opened = await open(context, name);
		accounts.set(name, opened);
		return opened;
	};

	const startedAt = systemClock.now();
	const checkItem = async (read: ReadItem, operation: Operation, { credential }: Resource) => {
		const parsed = attemptCheck(() => operation.parse(read.parameters));
		if (!parsed.ok) return parsed;
		const opened = await accountOf(credential);
		if (!opened.ok) return opened;
		const { account } = opened;
		const plan: Planner = (known) => attemptCheck(() => parsed.plan(known));
		const checked = await planned(context, account, operation, plan, startedAt);
		if (!checked.ok) return checked;
		return { ok: true as const, ready: { plan: checked.plan, common: read.common, account } };
	};

	const slots: Slot[] = [];
	const pauses = new Pauses();
	for (let item = 0; item < items; item++) {
		const chosen = {
			resource: context.getNodeParameter('resource', item),
			operation: context.getNodeParameter('operation', item),
		};
		const resource = resources.find(({ value }) => value === chosen.resource);
		const operation = resource?.operations.find(({ value }) => value === chosen.operation);
		if (!resource || !operation) {
			const problem = {
				field: 'Operation',
				what: 'is not one that this node has: pick it from the list',
			};
			slots.push({ operation: undefined, wrong: [problem] });
			continue;
		}
		const reading = await readItem(context, operation, item);
		const checked = reading.ok ? await checkItem(reading.read, operation, resource) : reading;
		slots.push(
			checked.ok ? { operation, ready: checked.ready } : { operation, wrong: checked.problems },
		);
		await pauses.take();
	}
	return slots;
}

type Opened = { ok: true; account: Account } | { ok: false; problems: Problem[] };

/** Where the node goes on after a failure, n8n would let the items of a node that throws pass for done. */
async function open(context: IExecuteFunctions, name: CredentialName): Promise<Opened> {
	const opening = openAccount(context, name, pacers);
	if (!context.continueOnFail()) return { ok: true, account: await opening };
	try {
		return { ok: true, account: await opening };
	} catch (error) {
		return { ok: false, problems: [{ field: 'The credential', what: whatIsWrong(error) }] };
	}
}

function whatIsWrong(error: unknown): string {
	const message = error instanceof Error ? error.message : 'n8n did not say why';
	const more = error instanceof NodeOperationError ? (error.description ?? '') : '';
	return `cannot be used: ${message}${more === '' ? '' : `. ${more}`}`;
}

/** Plans an item, with what the service says about what it names. */
async function planned(
	context: IExecuteFunctions,
	account: Account,
	{ facts: source }: Operation,
	plan: Planner,
	startedAt: number,
): Promise<Checked> {
	if (source === undefined) return plan();
	const ask = { startedAt, cancelled: cancelSignal(context) };
	const known = await facts.of(account, source, { ...ask, since: Facts.oldest() });
	const verdict = plan(known);
	if (verdict.ok || known === undefined) return verdict;
	// What was against an item may have changed since: only what the service says now counts.
	const now = await facts.of(account, source, { ...ask, since: startedAt });
	return now === known ? verdict : plan(now);
}

const NOT_CHECKED: Problem = {
	field: 'The item',
	what: 'could not be checked: please report this to the maintainers of the node',
};

/** n8n would let the items of a node that throws pass for done: a check that fails is a fault of its item. */
function attemptCheck<Verdict>(check: () => Verdict): Verdict | { ok: false; problems: Problem[] } {
	try {
		return check();
	} catch {
		return { ok: false, problems: [NOT_CHECKED] };
	}
}

const isDry = (slot: Slot): boolean =>
	slot.operation?.effect === 'send' && slot.ready?.common.validateOnly === true;

const urlOf = ({ account, plan }: ReadySlot['ready']) => `${account.url}${plan.request.path}`;

/** With Validate Only: what would go out and what it would cost, in place of doing it. */
function dryRun(slots: readonly Slot[]): void {
	const dry = slots.filter(isReady).filter(isDry);
	const credits = dry.map(({ ready }) => ready.plan.credits);
	for (const [at, slot] of dry.entries()) {
		const { plan } = slot.ready;
		slot.output = [
			{
				sent: false,
				request: tellRequest(plan.request, urlOf(slot.ready)),
				credits: plan.credits ?? null,
				...(at === 0 && {
					total: {
						items: dry.length,
						credits: credits.some((cost) => cost === undefined)
							? null
							: credits.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
					},
				}),
			},
		];
	}
}

async function send(
	context: IExecuteFunctions,
	slots: readonly Slot[],
	{ runLedger, likenesses }: { runLedger: RunLedger; likenesses: readonly Likeness[] },
	stopOnFailure: boolean,
): Promise<void> {
	const byAccount = new Map<Account, Job[]>();
	const pauses = new Pauses();
	for (const [item, slot] of slots.entries()) {
		if (!isReady(slot) || slot.output) continue;
		const job = jobOf(slot, item, runLedger, likenesses[item] ?? '');
		await pauses.take();
		if (!job) continue;
		const { account } = slot.ready;
		const jobs = byAccount.get(account);
		if (jobs) jobs.push(job);
		else byAccount.set(account, [job]);
	}
	await Promise.all(
		[...byAccount].map(([{ pacer }, jobs]) =>
			runBatch(jobs, pacer, {
				clock: systemClock,
				random: Math.random,
				stopOnFailure,
				cancelled: cancelSignal(context),
				mostInFlight: MOST_IN_FLIGHT,
			}),
		),
	);
}

/** Nothing to do where the ledger already knows what became of it. */
function jobOf(
	slot: ReadySlot,
	item: number,
	runLedger: RunLedger,
	likeness: Likeness,
): Job | undefined {
	const { operation, ready } = slot;
	const { plan, common, account } = ready;
	const url = urlOf(ready);
	const wire = {
		request: plan.request,
		url,
		accept: ACCEPT[common.responseFormat],
		timeoutMs: Math.ceil(common.requestTimeout * 1000),
	};
	const { effect, reader, needsNoAnswer } = operation;
	const understanding = {
		effect,
		reader,
		output: plan.output,
		...(needsNoAnswer !== undefined && { needsNoAnswer }),
	};
	let waiting: Waiting | undefined;
	const attemptOnce = async (): Promise<Outcome> => {
		if (plan.wait) waiting ??= new Waiting(plan.wait, systemClock.now());
		const outcome = await attempt(account, wire, understanding);
		return waiting?.after(outcome, systemClock.now()) ?? outcome;
	};
	const settle = (outcome: Outcome): Entry | undefined => {
		if (outcome.ok) {
			slot.output = outcome.output;
			return { state: 'accepted', output: outcome.output };
		}
		const { failure } = outcome;
		// The limit that it shares with others is the narrower one.
		slot.failure =
			failure.again?.rateLimit === true && plan.sharedLimit
				? { ...failure, advice: plan.sharedLimit.advice }
				: failure;
		const { what, advice, sent } = slot.failure;
		return sent === 'no' ? undefined : { state: 'open', what, advice, sent };
	};
	const job = { order: item, limit: plan.sharedLimit, attempt: attemptOnce, settled: settle };
	if (operation.effect === 'read') return job;

	const key = entryKey(item, url, plan.request);
	const known = runLedger.find(key, likeness);
	if (known?.state === 'accepted') {
		slot.output = known.output;
		return undefined;
	}
	if (known) {
		slot.failure = known;
		return undefined;
	}
	// Another retry of the same execution may be under way at the same time: each item is one's or the other's.
	let isOurs = false;
	return {
		...job,
		attempt: async () => {
			const meanwhile = runLedger.begin(key, likeness);
			isOurs = meanwhile === undefined;
			if (meanwhile) return outcomeOfEntry(meanwhile);
			const outcome = await attemptOnce();
			// At once: while it waits for its repeat, the run may be stopped, and then it was not sent.
			if (!outcome.ok && outcome.failure.sent === 'no') runLedger.drop(key);
			return outcome;
		},
		settled: (outcome) => {
			const entry = settle(outcome);
			if (entry && isOurs) runLedger.settle(key, entry);
		},
	};
}

const outcomeOfEntry = (entry: Entry): Outcome =>
	entry.state === 'accepted' ? { ok: true, output: entry.output } : { ok: false, failure: entry };

function outputOf({ operation, output, failure, wrong }: Slot, item: number): INodeExecutionData[] {
	const pairedItem = { item };
	if (output) return output.map((json) => ({ json, pairedItem }));
	const effect: Effect = operation?.effect ?? 'send';
	const told = failure ? tellItem(failure, effect) : tellWrongItem(wrong ?? [], effect);
	// Just these two keys: that is how all versions of n8n know an item for their error output.
	return [{ json: { error: told.message, message: told.description }, pairedItem }];
}

/** n8n replaces a message in which it finds the name of a system error; ours already says what happened. */
function throwAs(error: NodeApiError | NodeOperationError, message: string): never {
	error.message = message;
	throw error;
}

function fail(context: IExecuteFunctions, told: Told, itemIndex: number | undefined): never {
	const { description } = told;
	const message = messageFor(context, told);
	const options = { description, ...(itemIndex !== undefined && { itemIndex }) };
	throwAs(new NodeOperationError(context.getNode(), message, options), message);
}

/** A model reads the message alone: whether it was sent, and what to do, must stand in it. */
const messageFor = (context: IExecuteFunctions, { message, description }: Told): string =>
	isTool(context) && description !== '' ? `${message}. ${description}` : message;

/** Ends a run that did not do all of its items. */
function failBatch(context: IExecuteFunctions, slots: readonly Slot[]): never {
	const sends = slots.some(({ operation }) => operation?.effect === 'send');
	const numbers = (sent: Failure['sent']) =>
		slots.flatMap(({ failure }, item) => (failure?.sent === sent ? [item] : []));
	const tally = sends
		? tellTally({
				items: slots.length,
				// What was only to be validated was not sent.
				accepted: slots.filter((one) => one.output !== undefined && !isDry(one)).length,
				mayHaveBeenSent: numbers('unknown'),
				acceptedUnreadable: numbers('yes'),
			})
		: '';
	const first = slots.findIndex(({ failure }) => failure !== undefined);
	const slot = slots[first];
	const cancelled = 'The execution was cancelled';
	// n8n keeps nothing of what a node says once it was cancelled: its log does.
	if (cancelSignal(context)?.aborted) context.logger.info(`${cancelled}. ${tally}`);
	if (!slot?.failure) fail(context, { message: cancelled, description: tally }, undefined);
	const { failure } = slot;
	const told = tellItem(failure, slot.operation?.effect ?? 'send');
	const description = [told.description, tally].filter((text) => text !== '').join(' ');
	const message = messageFor(context, {
		message: `${placeOf(first, slots.length)}${told.message}`,
		description,
	});
	const error = new NodeApiError(
		context.getNode(),
		{},
		{
			message,
			description,
			itemIndex: first,
			...(failure.status !== undefined && { httpCode: String(failure.status) }),
		},
	);
	throwAs(error, message);
}
