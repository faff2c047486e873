import { NodeOperationError } from 'n8n-workflow';
import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import type { CredentialName } from '../../../service';
import { accountOf, type Account } from '../account';
import type { Wrong } from '../operation';

type Opened = { ok: true; account: Account } | Wrong;

type CredentialRead =
	{ ok: true; data: ICredentialDataDecryptedObject } | { ok: false; error: unknown };

const wordsOf = (error: unknown): string =>
	error instanceof Error ? error.message : 'n8n did not say why';

const digestOf = (read: CredentialRead): string =>
	JSON.stringify(read.ok ? { data: read.data } : { error: wordsOf(read.error) });

/** Each read of a credential asks n8n's database. So a credential without expressions is read once for all items. */
export class Accounts {
	private readonly shared = new Map<CredentialName, CredentialRead | undefined>();
	private readonly opened = new Map<string, Opened>();

	constructor(private readonly context: IExecuteFunctions) {}

	async open(name: CredentialName, item: number): Promise<Opened> {
		if (!this.shared.has(name)) this.shared.set(name, await this.sharedRead(name));
		const shared = this.shared.get(name);
		const read = shared ?? (await this.read(name, item));
		// Accounts send in parallel, so items with the same credential must share one.
		const key = `${name} ${digestOf(read)}`;
		let opened = this.opened.get(key);
		if (!opened) this.opened.set(key, (opened = this.opening(name, read, shared !== undefined)));
		return opened;
	}

	private async sharedRead(name: CredentialName): Promise<CredentialRead | undefined> {
		const { length } = this.context.getInputData();
		const first = await this.read(name, 0);
		if (length < 2) return first;
		// No item has this index. So an expression that uses the item, or counts items, fails or gives another value.
		const beyond = await this.read(name, length + 0.5);
		return digestOf(first) === digestOf(beyond) ? first : undefined;
	}

	private async read(name: CredentialName, item: number): Promise<CredentialRead> {
		try {
			return { ok: true, data: await this.context.getCredentials(name, item) };
		} catch (error) {
			return { ok: false, error };
		}
	}

	/** If a node throws with On Error: Continue, n8n outputs its input as done. So the error becomes a problem of the item. */
	private opening(name: CredentialName, read: CredentialRead, isShared: boolean): Opened {
		const account = () => {
			if (!read.ok) throw read.error;
			return accountOf(this.context, name, read.data);
		};
		// An account that all items share can throw, since no item has to be named.
		if (isShared && !this.context.continueOnFail()) return { ok: true, account: account() };
		try {
			return { ok: true, account: account() };
		} catch (error) {
			return { ok: false, problems: [{ field: 'The credential', what: whatIsWrong(error) }] };
		}
	}
}

function whatIsWrong(error: unknown): string {
	const more = error instanceof NodeOperationError ? (error.description ?? '') : '';
	return `cannot be used: ${wordsOf(error)}${more === '' ? '' : `. ${more}`}`;
}
