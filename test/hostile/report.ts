import { writePage } from '../docs/files';
import { list, page, plain, table, thousands } from '../docs/markdown';
import type { Hostile } from './results';

/** The report of hostile callers and answers, from what the last run found. */

const ms = (value: number) => `${thousands(Math.round(value))} ms`;
const mb = (value: number) => `${thousands(Math.round(value))} MB`;
const ratio = (ours: number, own: number) => (own === 0 ? '' : `×${plain(ours / own, 2)}`);

const promise = (holds: boolean, text: string) => (holds ? text : `**Not so:** ${text}`);

const most = (values: readonly number[]) => Math.max(0, ...values);

function whatHolds({
	points,
	stalls,
	callbacks,
	answers,
	questions,
	secrets,
	broken,
}: Hostile): string {
	const held = points.filter(({ holds }) => holds).length;
	const worst = most(
		stalls.map(
			({ openMs, protectedMs, strangerMs, ownMs }) =>
				Math.max(openMs, protectedMs, strangerMs) - ownMs,
		),
	);
	return list([
		promise(
			held === points.length,
			`${held} of ${points.length} attacks one by one were met as promised (below).`,
		),
		promise(
			broken.every((text) => !text.includes('held n8n up')),
			`No callback of up to 1 MB held n8n up more than 20 ms longer than n8n’s own Webhook node: ${worst <= 0 ? 'none was slower than it' : `at most ${plain(worst)} ms more`}.`,
		),
		promise(
			callbacks.ours.wrong.length === 0,
			`${thousands(callbacks.ours.calls)} generated callbacks: each that the service could send (${thousands(callbacks.ours.good)}) started one execution (${callbacks.ours.grouped.messages} of them, at the trigger that groups messages, ${callbacks.ours.grouped.executions}), none got in without the token, and ${callbacks.ours.failed} executions failed.`,
		),
		promise(
			answers.ours.wrong.length === 0,
			`${thousands(answers.ours.answers)} generated answers: every execution came to its end with all of its items, and no error text is longer than ${thousands(answers.ours.longestError)} characters.`,
		),
		...(questions === undefined
			? []
			: [
					promise(
						questions.wrong.length === 0,
						`${thousands(questions.requests)} hostile requests to the addresses of questions that wait and ${thousands(questions.taps)} forged taps on their buttons (${questions.date}): none counted as an answer, none met a server error but those that n8n answers without asking a node (an execution that is no number), and the person was heard after them. n8n’s heap: ${plain(questions.heapMB[0])} MB after the first tenth, ${plain(questions.heapMB[1])} MB after all.`,
					),
				]),
		promise(
			secrets.ours === 0,
			`The API key, the password and the token stand ${secrets.ours} times in n8n’s database (its ${thousands(secrets.databaseMB)} MB as bytes, each secret in some twenty spellings); n8n’s own nodes, treated alike, left theirs ${thousands(secrets.own)} times.`,
		),
	]);
}

const DOES_NOT_HOLD = [
	'**n8n reads every call before a trigger sees it**: a flood costs what n8n takes to read it. A firewall or a proxy must stop it.',
	'**What comes as documented is passed on**: a text, a name or a number in a callback or an answer is the sender’s, and may be anything. Only the login is taken out.',
	'**An answer of 2 MB is read**: so much each request may take, and up to 200 are under way.',
];

const figures = ({ callbacks, answers, idleMB }: Hostile) =>
	table(
		['', 'This package', 'n8n’s own node', 'Ratio'],
		[
			...(
				[
					['Callbacks', 'Webhook', callbacks],
					['Answers', 'HTTP Request', answers],
				] as const
			).flatMap(([what, node, { ours, own }]) => {
				const counted = 'calls' in ours ? ours.calls : ours.answers;
				const ownCounted = 'calls' in own ? own.calls : own.answers;
				return [
					[`${what} (${node})`, thousands(counted), thousands(ownCounted), ''],
					[
						'Executions started',
						thousands(ours.executions),
						thousands(own.executions),
						ratio(ours.executions / counted, own.executions / ownCounted),
					],
					[
						'Longest stall of the event loop, by the clock',
						ms(ours.reading.stallMs),
						ms(own.reading.stallMs),
						ratio(ours.reading.stallMs, own.reading.stallMs),
					],
					[
						'The same, computed by n8n’s thread',
						ms(ours.reading.computedMs),
						ms(own.reading.computedMs),
						ratio(ours.reading.computedMs, own.reading.computedMs),
					],
					[
						`Peak memory (${mb(idleMB)} idle)`,
						mb(ours.reading.rssMB),
						mb(own.reading.rssMB),
						ratio(ours.reading.rssMB, own.reading.rssMB),
					],
				];
			}),
		],
	);

const stallTable = ({ stalls }: Hostile) =>
	table(
		['One callback', 'Size', 'Without the token', 'With the token', 'Open trigger', 'Webhook node'],
		stalls.map(({ body, bytes, strangerMs, protectedMs, openMs, ownMs }) => [
			body,
			`${Math.round(bytes / 1024)} KB`,
			...[strangerMs, protectedMs, openMs, ownMs].map((value) => `${plain(value)} ms`),
		]),
	);

const largeTable = ({ large }: Hostile) =>
	table(
		['One answer', 'Stall', 'HTTP Request', 'Peak memory', 'HTTP Request'],
		large.map(({ answer, ours, own }) => [
			answer,
			ms(ours.computedMs),
			ms(own.computedMs),
			mb(ours.rssMB),
			mb(own.rssMB),
		]),
	);

export const hostilePage = (found: Hostile): string =>
	page(
		'# Hostile callers, hostile answers',
		'What happens if someone attacks a trigger, or if the service (or someone in between) answers what no service should. Tried inside a real n8n with the packed package, on loopback, beside n8n’s own Webhook and HTTP Request nodes.',
		'## What holds',
		whatHolds(found),
		'## What does not hold',
		list(DOES_NOT_HOLD),
		'## Where the figures come from',
		`This page is written by \`npm run test:hostile\`, here as \`${found.command}\` (${found.date}, seed ${found.seed}, ${Math.round(found.seconds / 60)} minutes), from hostile.json. ${found.machine}; ${found.versions}. Stalls are measured inside n8n. By the clock they include whatever else the machine does; what n8n’s thread computed does not. n8n’s own nodes get a tenth of the same calls and answers. n8n runs with N8N_EXPRESSION_ENGINE=legacy: else it prepares an environment for each call of any trigger but its own Webhook node.`,
		'## Generated input',
		figures(found),
		'## One callback of 1 MB',
		'What n8n’s thread computed without a break, at best of some calls.',
		stallTable(found),
		'## One large answer',
		'The worst of four operations (a text, an SMS, a status, the list of templates) beside n8n’s HTTP Request node. n8n’s memory does not shrink at once, so later rows begin higher.',
		largeTable(found),
		'## One by one',
		list(found.points.map(({ what, holds }) => promise(holds, `${what}.`))),
	);

/** @returns the page as text, for whoever only looks */
export function writeReport(found: Hostile, isKept: boolean): string {
	const text = hostilePage(found);
	if (isKept) writePage('hostile.md', text);
	return text;
}
