/** One fault put into the product or the simulator on purpose. The tests that are named must notice it. */
export interface Break {
	/** What a user would suffer, in plain words. */
	breaks: string;
	file: string;
	/** Stands exactly once in the file. */
	find: string;
	replace: string;
	/** Parts of the paths of the tests that must fail. */
	tests: readonly string[];
}

type Row = readonly [breaks: string, find: string, replace: string, ...tests: string[]];

const inFile = (file: string, ...rows: readonly Row[]): Break[] =>
	rows.map(([breaks, find, replace, ...tests]) => ({ breaks, file, find, replace, tests }));

const ENGINE = 'nodes/MessagingService/engine';
const OPERATIONS = 'nodes/MessagingService/operations';

const REGISTER = [
	...inFile(
		`${ENGINE}/register/turn.ts`,
		[
			'a second run of a crashed execution sends everything again',
			"return 'taken';\n\t}\n\tif (isLate)",
			"return 'ours';\n\t}\n\tif (isLate)",
			'unit/register/turns',
		],
		[
			'a turn that was claimed too late is used',
			"\treturn 'late';",
			"\treturn 'ours';",
			'unit/register',
		],
		[
			'a retry trusts a row that has been full',
			"mayBeFirst && isProved ? 'ours' : 'unproved'",
			"mayBeFirst ? 'ours' : 'unproved'",
			'unit/register',
		],
		[
			'a question that got no answer counts as an answer',
			"if (found.has(lost)) return 'unproved';",
			'',
			'unit/register',
		],
		[
			'a retry after a crash sends another list',
			"if (turn === 'taken') note.lost = 'keyless';",
			'',
			'unit/register',
			'integration/retries',
		],
		[
			'calls of an agent at the same time read each other’s questions',
			'asking.get(note)?.then(take, take) ?? take()',
			'take()',
			'unit/register',
			'integration/tool',
		],
	),
	...inFile(
		`${ENGINE}/register/keys.ts`,
		[
			'a key whose message may have been sent is taken again',
			"if (found.has(open)) return 'uncertain';",
			'',
			'unit/register',
			'integration/retries',
		],
		[
			'a key that was used is taken again',
			"return found.has(taken) ? 'accepted' : 'free';",
			"return 'free';",
			'integration/retries',
		],
		[
			'an accepted message leaves its key uncertain',
			'this.gone.push(open);',
			'',
			'integration/retries',
		],
		[
			'a message that was not sent keeps its key for good',
			'if (state === undefined) this.gone.push(taken, open);',
			'',
			'integration/retries',
			'unit/register',
		],
		[
			'a retry takes keys without a proof that none was dropped',
			'if (!isProved) return KEY_UNPROVED;',
			'',
			'integration/retries',
			'unit/register',
		],
		[
			'a claim that took too long is used',
			'return isLate ? TOO_SLOW : undefined;',
			'return undefined;',
			'unit/register',
		],
		[
			'a node run claims further keys at its end',
			'if (!this.hasEnded) this.portions',
			'this.portions',
			'unit/register',
		],
		[
			'Validate Only uses up the keys that it looks at',
			'await row.remove(marks.filter((mark) => !found.has(mark)));',
			'',
			'integration/retries',
		],
	),
	...inFile(
		`${ENGINE}/register/life.ts`,
		[
			'two retries at the same moment both send',
			'await clock.sleep(SETTLES_MS);',
			'',
			'unit/register',
		],
		[
			'a retry that was late takes back what another one holds',
			'if (isLate || attempt === ATTEMPTS) return { ...claimed, written: owners, isUndone: true };',
			'if (isLate || attempt === ATTEMPTS) return claimed;',
			'unit/register/takenBack',
		],
		[
			'a mark that another process undid counts as kept',
			'if (!isUnsure) return found.has(mark);',
			'if (!isUnsure) return true;',
			'unit/register',
		],
		[
			'a mark that a question wrote itself counts as kept',
			'if (!isUnsure) return found.has(mark);',
			'return found.has(mark);',
			'unit/register/turns',
		],
		[
			'a retry that had to ask twice does not look whether another one asked, too',
			'!isRetry || !isFree(found)',
			'!isRetry || isUnsure || !isFree(found)',
			'unit/register/turns',
		],
	),
	...inFile(
		`${ENGINE}/register/note.ts`,
		[
			'a message that may have been sent counts as not sent',
			"if (outcome.failure.sent === 'no') return undefined;",
			"if (outcome.failure.sent !== 'yes') return undefined;",
			'integration/retries',
			'unit/register',
		],
		[
			'a note that cannot be read counts as none',
			'!isReadable && stored !== undefined',
			'false',
			'integration/retries',
		],
		[
			'the items of the node run before are taken for those of this one',
			'opened.items = {};',
			'',
			'integration/retries',
			'integration/engine',
			'unit/register',
		],
	),
	...inFile(
		`${ENGINE}/register/register.ts`,
		[
			'a message is noted only after it left',
			'entry = this.begun(message);\n\t\t\t\tconst outcome = await send();',
			'const outcome = await send();\n\t\t\t\tentry = this.begun(message);',
			'unit/register',
			'integration/retries',
		],
		[
			'a message that certainly was not sent is called uncertain in a retry',
			'if (stateOf(outcome) === undefined) this.drop(message, entry);',
			'',
			'integration/retries',
			'unit/register',
			'integration/engine',
		],
		[
			'only the first portion of keys is claimed',
			'portion?.claimNext();',
			'',
			'unit/register',
			'integration/retries',
		],
		[
			'named messages are sent by the retry of a retry',
			'if (state !== undefined) settleEntry(this.begun(message), state, outcome);',
			'',
			'integration/retries',
			'unit/register',
		],
		[
			'a failing database lets messages leave without a note',
			'return { keyless: NOT_NOTED, keyed: KEY_NOT_CONFIRMED };',
			'return {};',
			'integration/retries',
		],
	),
	...inFile(
		`${ENGINE}/n8n/nodeRow.ts`,
		[
			'a retry that gave up takes back what another one holds',
			'isUndone: !isRetry',
			'isUndone: true',
			'unit/register/takenBack',
		],
		[
			'a mark that another process undid is not written again',
			'const all = [...new Set([...carried, ...wanted])];',
			'const all = [...wanted];',
			'unit/register',
		],
		[
			'a claim that another process undid is free for this process',
			'const known = new Set([...inRow, ...carried]);',
			'const known = new Set(inRow);',
			'unit/register',
		],
		[
			'what was removed is written again',
			'for (const mark of gone) this.carried.delete(mark);',
			'',
			'unit/register',
		],
		[
			'two callers of one write both find a mark free',
			'for (const mark of marks) known.add(mark);',
			'',
			'unit/register',
			'integration/retries',
		],
	),
];

const SENDING = [
	...inFile(
		`${ENGINE}/send.ts`,
		[
			'the same key twice in one list sends two messages',
			'sends.delete(item);\n\t\t} else firsts',
			'} else firsts',
			'integration/retries',
		],
		[
			'a list beyond Max Messages is sent in part with On Error: Stop',
			'if (stopOnFailure && limit.beyond.size > 0) sends.clear();',
			'',
			'integration/limits',
		],
		[
			'claims are left behind when a batch ends',
			'await register.end();',
			'',
			'integration/retries',
			'unit/register',
		],
		[
			'no hint says that a workflow keeps no record',
			'if (!hasRow) hint(context, HINTS.noRecord);\n\telse if',
			'if',
			'integration/engine',
			'integration/retries',
		],
	),
	...inFile(
		`${ENGINE}/sendLimit.ts`,
		[
			'Max Messages lets one more through',
			'sent() >= mostMessages',
			'sent() > mostMessages',
			'integration/limits',
		],
		[
			'messages that were refused use up Max Messages',
			'if (isLimited) kept.messagingServiceSent = sent() - unsent.length;',
			'',
			'integration/limits',
		],
	),
	...inFile(
		`${ENGINE}/run.ts`,
		[
			'a list with a wrong item is sent in part',
			'if (stopOnFailure) failIfWrong(context, slots);',
			'',
			'integration/engine',
		],
		[
			'a cancelled execution looks complete',
			'if (!isComplete || (hasFailed && stopOnFailure))',
			'if (hasFailed && stopOnFailure)',
			'integration/engine',
		],
	),
	...inFile(
		`${ENGINE}/check/checkItems.ts`,
		[
			'an agent may send to anyone',
			'to === null || !allowedRecipients.allows(to)',
			'to === null',
			'integration/limits',
		],
		[
			'an agent may have the service fetch any address',
			'if (!allowedMediaHosts && !isForAgent) return undefined;',
			'if (!allowedMediaHosts) return undefined;',
			'integration/typed',
		],
	),
	...inFile(`${ENGINE}/operation/commonOptions.ts`, [
		'a key without a value is one key for everybody',
		'(text) => !MISSING.test(text),',
		'() => true,',
		'integration/retries',
	]),
	...inFile(`${ENGINE}/operation/limits.ts`, [
		'62812* lets groups of that number through',
		'(!isForNumbers(pattern) || isPhoneNumber(recipient)) && ',
		'',
		'unit/recipients',
		'integration/limits',
	]),
];

const PACE = [
	...inFile(
		`${ENGINE}/pace/limit.ts`,
		[
			'requests leave faster than the limit',
			'Math.max(this.due, newest + gap, hasRoomAt, this.heldUntil)',
			'Math.max(this.due, newest + gap, this.heldUntil)',
			'unit/pace',
			'unit/sharedPace',
		],
		[
			'a wait that the service asks for is ignored',
			'this.heldUntil = Math.max(this.heldUntil, until);',
			'',
			'unit/pacer',
		],
		[
			'refusals do not slow a worker down',
			'this.share = Math.min(this.share, isFull ? least : Math.max(least, this.share - gives));',
			'',
			'unit/sharedPace',
		],
		[
			'a slowed worker never becomes faster again',
			'this.share = Math.min(this.most, this.share + GROWS * this.limit * faster * periods);',
			'',
			'unit/sharedPace',
			'unit/pacer',
		],
		[
			'time without requests is made up for by a burst',
			'this.due = Math.max(this.due, now);',
			'',
			'unit/pacer',
			'unit/sharedPace',
		],
	),
	...inFile(
		`${ENGINE}/pace/retryTiming.ts`,
		[
			'a refused request is repeated for ever',
			'if (repeat > schedule.repeats) return undefined;',
			'',
			'unit/retryTiming',
		],
		[
			'Retry-After as a date is ignored',
			'Math.max(0, date - nowEpochMs)',
			'undefined',
			'unit/retryTiming',
		],
		['Retry-After is undercut', 'retryAfterMs + jittered / 2', 'jittered', 'unit/retryTiming'],
	),
	...inFile(
		`${ENGINE}/pace/poll.ts`,
		[
			'Wait Until ends after the first answer',
			'if (goesOn && !goal.isReached(outcome.output))',
			'if (!goesOn && !goal.isReached(outcome.output))',
			'unit/poll',
		],
		[
			'one failure ends a wait for a status',
			'if (again === undefined || !goesOn) return outcome;',
			'return outcome;',
			'unit/poll',
		],
	),
];

const MEANING = [
	...inFile(
		'nodes/service/breakdown.ts',
		[
			'a broken connection is called not sent',
			"return uncertain(what, 'Check the network",
			"return notReached(what, 'Check the network",
			'unit/breakdown',
		],
		[
			'a time-out is called not sent, and the message goes out again',
			"return uncertain(what, 'If it is slow",
			"return notReached(what, 'If it is slow",
			'unit/breakdown',
		],
		[
			'an error with two codes is called not reached',
			"all.find(({ reached }) => reached === 'maybe') ?? outer",
			'outer',
			'unit/breakdown',
		],
		[
			'the call of one error counts for the code of another',
			'\n\t\t.filter(({ code }) => code === given)',
			'',
			'unit/breakdown',
		],
		[
			'one of several addresses that was reached is overlooked',
			'all.every(({ syscall }) => BEFORE_SENDING.has(syscall))',
			'all.some(({ syscall }) => BEFORE_SENDING.has(syscall))',
			'unit/breakdown',
		],
	),
	...inFile(
		'nodes/service/advice.ts',
		[
			'a code that is not documented is called not sent',
			'REFUSALS.has(status) || (isRedirect(status) && status !== 303)',
			'status < 500',
			'unit/meaning',
			'unit/errorWords',
			'integration/engine',
		],
		[
			'a wrong key offers to send the others',
			'[401, 402, 403, 405, 407, 429].includes(status)',
			'[429].includes(status)',
			'unit/meaning',
			'unit/errorWords',
			'integration/engine',
		],
	),
	...inFile(
		`${ENGINE}/wire/meaning.ts`,
		[
			'a 429 is not repeated',
			'rateLimit: true,',
			'rateLimit: false,',
			'unit/meaning',
			'unit/pacer',
			'integration/engine',
		],
		[
			'a send is repeated after a 500',
			"mayPass(status) && effect === 'read'",
			'mayPass(status)',
			'unit/meaning',
			'integration/engine',
		],
		[
			'a send is repeated after its answer was lost',
			"...(effect === 'read' && { again: AGAIN_AFTER_READ }),\n\t});\n}",
			'again: AGAIN_AFTER_READ,\n\t});\n}',
			'unit/meaning',
			'integration/notSent',
			'integration/faults',
		],
		[
			'a key shows in an error',
			'const quoted = (text: string, redact: Redact) => `: ${redact.excerpt(text)}`;',
			'const quoted = (text: string, redact: Redact) => `: ${redact === undefined ? text : text}`;',
			'integration/secrets',
			'unit/meaning',
		],
	),
	...inFile(
		`${ENGINE}/answer/enveloped.ts`,
		[
			'an error in a success counts as sent',
			'if (error === true) {',
			'if (error === true && message === undefined) {',
			'unit/answer',
			'unit/meaning',
		],
		[
			'an accepted message whose data is odd is called uncertain',
			"sent: given === undefined ? 'unknown' : 'yes'",
			"sent: 'unknown'",
			'unit/answer',
			'unit/meaning',
			'operations/answers',
		],
	),
	...inFile(
		`${ENGINE}/answer/body.ts`,
		[
			'long IDs in answers are rounded',
			'JSON.parse(longIntegersAsText(trimmed))',
			'JSON.parse(trimmed)',
			'unit/answer',
			'unit/jsonText',
			'operations/answers',
		],
		[
			'a list without end holds n8n up',
			'if (entries > MOST_ENTRIES) {',
			'if (entries > MOST_ENTRIES * 100) {',
			'unit/answer',
			'unit/meaning',
		],
	),
	...inFile(`${ENGINE}/wire/transport.ts`, [
		'the key follows a redirect to another host',
		'disableFollowRedirect: true,',
		'',
		'integration/secrets',
		'integration/engine',
		'integration/notSent',
	]),
	...inFile(
		'nodes/plain/redact.ts',
		[
			'an escaped key shows',
			'return decoded(cut).some((one) => one.search(secret) >= 0) ? MASK : cut;',
			'return cut;',
			'unit/redact',
		],
		['a key in base64 shows', 'return [secret, ...base64]', 'return [secret]', 'unit/redact'],
		[
			'a key in the name of a field shows',
			'[masked(key, inData), walk(inner)]',
			'[key, walk(inner)]',
			'unit/redact',
		],
	),
	...inFile(
		`${ENGINE}/output/items.ts`,
		[
			'an uncertain message is called not sent',
			"unknown: 'maybe'",
			"unknown: 'no'",
			'integration/failedItems',
		],
		[
			'a failed item goes to the wrong output',
			'return hasErrorOutput ? forErrorOutput(output, words) : output;',
			'return output;',
			'integration/failedItems',
		],
	),
];

const OPERATION = [
	...inFile(
		'nodes/service/numbers.ts',
		[
			'a local number goes to another country',
			'if (countryCode !== undefined) return { ok: true, digits: international };\n\treturn {\n\t\tok: false,',
			'return { ok: true, digits: international };\n\treturn {\n\t\tok: false,',
			'unit/numbers',
		],
		[
			'a number with a 0 after its country code is sent',
			'ZERO_AFTER_PLUS.test(written.replace(BETWEEN_DIGITS',
			'/^$/.test(written.replace(BETWEEN_DIGITS',
			'unit/numbers',
		],
		[
			'a number that a spreadsheet shortened is sent',
			'if (/^\\+?\\d+(?:\\.\\d+)?e\\+?\\d+$/i.test(written))',
			'if (/^$/.test(written))',
			'unit/numbers',
		],
	),
	...inFile(
		`${OPERATIONS}/sms/send.ts`,
		[
			'a text that needs Unicode arrives garbled',
			'(given.unicode || signBeyondGsm(given.text) !== undefined)',
			'given.unicode',
			'unit/operations/sms',
		],
		[
			'a refused SMS counts as sent',
			'const failed = all.find(({ status }) => status !== SUCCESS);',
			'const failed = all.find(({ status }) => status === undefined);',
			'unit/operations/sms',
			'operations/answers',
		],
		[
			'an SMS that has an ID is called not sent',
			"(messageid ?? '').trim() !== ''",
			'false',
			'operations/answers',
			'unit/operations/sms',
		],
	),
	...inFile(
		`${OPERATIONS}/whatsappOfficial/template/fill.ts`,
		[
			'a template goes out with a missing value',
			'const missing = neededBy(template).filter(({ id }) => !isGiven(values[id]));',
			'const missing = neededBy(template).filter(({ id }) => id === undefined);',
			'unit/operations/official',
			'integration/template',
		],
		[
			'a rejected template is sent',
			"|| isTemplateStatus(status, 'rejected')",
			'',
			'unit/operations/official',
			'integration/template',
		],
		[
			'a list of values of the wrong length fills the wrong placeholders',
			'if (count === ids.length) {',
			'if (count >= 0) {',
			'unit/operations/official',
			'integration/template',
		],
	),
	...inFile(`${OPERATIONS}/whatsappOfficial/broadcast.ts`, [
		'broadcasts do not keep to their channel’s limit',
		'sharedLimit: ({ channelId }) => channelLimit(channelId.toLowerCase()),',
		'',
		'unit/operations/official',
		'operations/official',
	]),
	...inFile(`${OPERATIONS}/whatsappUnofficial/sendMedia.ts`, [
		'a media message costs nothing in Validate Only',
		'credits: () => CREDITS_PER_MEDIA,',
		'',
		'unit/operations/unofficial',
		'operations/unofficial',
	]),
	...inFile(`${OPERATIONS}/whatsappBusiness/response.ts`, [
		'a Business answer that says failure counts as accepted',
		'if (fault !== undefined) return said',
		'if (fault === undefined) return said',
		'operations/answers',
		'operations/business',
	]),
	...inFile('nodes/service/fileBeginnings.ts', [
		'a page instead of a picture is sent',
		"[/^\\xff\\xd8\\xff/, 'jpg']",
		"[/^/, 'jpg']",
		'operations/files',
	]),
];

const QUESTIONS = [
	...inFile(
		'nodes/answerButton/index.ts',
		[
			'a forged button answers a question',
			'given.length === SEAL_BYTES && timingSafeEqual(given, sealOf(path, secret))',
			'given.length === SEAL_BYTES',
			'unit/tapsIn',
			'unit/operations/sendAndWait',
		],
		[
			'a message that only quotes a button ID is a tap',
			'isAlone: id === text.trim()',
			'isAlone: true',
			'unit/tapsIn',
		],
	),
	...inFile(
		'nodes/callbacks/tapsIn.ts',
		[
			'a quoted question approves itself',
			'place.isShown || entries.some(isShownBy)',
			'entries.some(isShownBy)',
			'unit/tapsIn',
		],
		[
			'a payload with both buttons approves',
			'if (others.length > 0 || tapped.length === 0 || isShown) continue;',
			'if (tapped.length === 0 || isShown) continue;',
			'unit/tapsIn',
		],
		[
			'other messages of a callback with a tap are lost',
			'[...lists].some((list) => list.size > 0)',
			'false',
			'unit/tapsIn',
		],
	),
	...inFile(
		'nodes/MessagingService/sendAndWait/readAnswer.ts',
		[
			'a value outside the choices answers a form',
			'return choices.includes(text) ? text : undefined;',
			'return text;',
			'unit/readAnswer',
		],
		[
			'an empty post approves',
			"if (approved === 'true')",
			"if (approved !== 'false')",
			'unit/readAnswer',
		],
		[
			'an empty required field is accepted',
			"if (text === '') return isRequired ? undefined : null;",
			"if (text === '') return null;",
			'unit/readAnswer',
		],
	),
];

const CALLBACKS = [
	...inFile(
		'nodes/callbacks/repeats.ts',
		[
			'a callback that n8n did not accept is lost when it comes again',
			'if (known !== undefined && accepted) known.accepted = true;',
			'if (known !== undefined) known.accepted = true;',
			'unit/repeats',
		],
		[
			'a repeated callback starts the workflow again',
			"if (known?.accepted === true) return 'known';",
			'',
			'unit/repeats',
		],
		[
			'a flood fills the memory',
			'if (this.size > this.mostInAll) {',
			'if (this.size < 0) {',
			'unit/repeats',
		],
	),
	...inFile(
		'nodes/callbacks/access/index.ts',
		[
			'any token opens a trigger',
			'expected.some((token) => isSameSecret(given, token))',
			'expected.length > 0',
			'unit/access',
		],
		[
			'an empty token in the credential opens a trigger',
			".filter((token) => token !== '')",
			'',
			'unit/access',
		],
		[
			'a forwarded call passes as one of the proxy',
			'if (isForwarded && !trustsProxies) {',
			'if (isForwarded && trustsProxies) {',
			'unit/access',
		],
		[
			'a list of addresses that cannot be read lets everybody in',
			'if (read.ok && read.ranges.some',
			'if (!read.ok || read.ranges.some',
			'unit/access',
		],
	),
	...inFile('nodes/callbacks/access/ipRange.ts', [
		'a range lets its neighbors in',
		'BigInt(start.length - length)',
		'BigInt(start.length - length + 1)',
		'unit/ipRange',
	]),
	...inFile('nodes/callbacks/kinds/index.ts', [
		'a Business trigger takes complete Official messages',
		'if (complete !== undefined || !wanted.has(whatsappBusiness.value))',
		'if (!wanted.has(whatsappBusiness.value))',
		'unit/callbackShapes',
		'integration/triggers',
	]),
	...inFile(
		'nodes/callbacks/groupMessages.ts',
		[
			'grouped messages lose all but the last',
			'burst.entries.push(entry);',
			'burst.entries = [entry];',
			'unit/bursts',
		],
		[
			'a group never ends while messages keep coming',
			'Math.min(now + gapMs, burst.latest)',
			'now + gapMs',
			'unit/bursts',
		],
		[
			'a group grows without bounds',
			'if (oldest !== undefined && this.open.size > MOST_BURSTS) this.end(...oldest);',
			'',
			'unit/bursts',
		],
	),
	...inFile('nodes/callbacks/kinds/keyword.ts', [
		'a sentence that contains STOP unsubscribes',
		'words.has(word))?.[0]',
		'[...words].some((one) => word.includes(one)))?.[0]',
		'unit/keyword',
	]),
	...inFile('nodes/plain/zonedTime.ts', [
		'times are an hour off around a change of the clock',
		'return local - offsetMs(guess, timeZone);',
		'return guess;',
		'unit/zonedTime',
	]),
	...inFile('nodes/callbacks/readQuery.ts', [
		'a report whose fields stand behind the token is lost',
		"if (name !== '') found[name] = after;",
		'',
		'unit/readQuery',
	]),
];

/** Facts of the simulator, each put a little beside what the service documents. */
const SIMULATOR = [
	[
		'facts/limits.ts',
		'the text above buttons may be one character too long',
		'body: 1024',
		'body: 1025',
	],
	['facts/limits.ts', 'a footer may not be as long as documented', 'footer: 60', 'footer: 59'],
	['facts/limits.ts', 'a message may have four buttons', 'count: 3', 'count: 4'],
	['facts/limits.ts', 'an SMS may have 161 characters', 'CHARACTERS = 160', 'CHARACTERS = 161'],
	[
		'facts/limits.ts',
		'a channel takes one request a minute more',
		'requests: 60,',
		'requests: 61,',
	],
	['facts/limits.ts', 'a room closes an hour early', '24 * HOUR_MS', '23 * HOUR_MS'],
	['facts/limits.ts', 'a file costs one credit', 'MEDIA_CREDITS = 2', 'MEDIA_CREDITS = 1'],
	[
		'facts/files.ts',
		'an mp4 may be as large as a 3gp',
		"5 * MB, 'video/mp4'",
		"16 * MB, 'video/mp4'",
	],
	['facts/files.ts', 'base64 may be too long', 'CHARACTERS = 1024', 'CHARACTERS = 1025'],
	['facts/files.ts', 'no webm is taken', "\tkind(MB, 'video/webm', 'webm'),\n", ''],
	['facts/kinds.ts', 'the name of a variable may have 33 characters', '{2,32}', '{2,33}'],
	['facts/texts.ts', 'a text may have five spaces in a row', 'SPACES = 4', 'SPACES = 5'],
	['facts/statuses.ts', 'the reference aborted has failed', "aborted: 'A'", "aborted: 'F'"],
	['facts/statuses.ts', 'the callback says seen in the place of read', "R: 'read'", "R: 'seen'"],
	['facts/statuses.ts', 'an SMS status is not known', "\t'-36': 'SENDER_NOT_SET',\n", ''],
	[
		...['facts/endpoints.ts', 'a broadcast needs no name of its recipient'],
		...['destination_name: required(string)', 'destination_name: optional(string)'],
	],
	[
		'facts/fact.ts',
		'what saves something is answered 200',
		'success: 201, data',
		'success: 200, data',
	],
	['facts/fact.ts', 'a read is answered 201', 'success: 200, data', 'success: 201, data'],
	['facts/endpoints.ts', 'the balance lacks a field', '\tpulsa_balance: optional(amount),\n', ''],
	[
		...['facts/endpoints.ts', 'timeout may be a fraction of a second'],
		...['timeout: optional(integer({ least: 0 }))', 'timeout: optional(amount)'],
	],
	[
		'http/answers.ts',
		'a validation error has another body',
		'{ detail } }',
		'{ errors: detail } }',
	],
	['http/answers.ts', 'a validation error is answered 400', '({ status: 422,', '({ status: 400,'],
	['http/apiEndpoint.ts', 'a wrong key is answered 404', 'failure(401,', 'failure(404,'],
].flatMap(([file = '', breaks = '', find = '', replace = '']) =>
	inFile(`test/simulator/${file}`, [breaks, find, replace, 'simulator/conformance']),
);

export const BREAKS: readonly Break[] = [
	...REGISTER,
	...SENDING,
	...PACE,
	...MEANING,
	...OPERATION,
	...QUESTIONS,
	...CALLBACKS,
	...SIMULATOR,
];
