import { NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { CredentialName } from '../../../service';
import { openAccount, type Account } from '../account';
import type { Problem } from '../operation';

type Opened = { ok: true; account: Account } | { ok: false; problems: Problem[] };

/** The accounts of one run: each credential is opened once. */
export class Accounts {
	private readonly opened = new Map<CredentialName, Opened>();

	constructor(private readonly context: IExecuteFunctions) {}

	async open(name: CredentialName): Promise<Opened> {
		const known = this.opened.get(name);
		if (known) return known;
		const opened = await open(this.context, name);
		this.opened.set(name, opened);
		return opened;
	}
}

/** With On Error: Continue, n8n passes the items of a node that throws on as done: so it must not throw. */
async function open(context: IExecuteFunctions, name: CredentialName): Promise<Opened> {
	const opening = openAccount(context, name);
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
