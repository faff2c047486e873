import { NodeOperationError } from 'n8n-workflow';
import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import type { CredentialName } from '../../../service';
import { accountOf, type Account } from '../account';
import type { Wrong } from '../operation';

type Opened = { ok: true; account: Account } | Wrong;

/** The account that sends all items of a node run. */
export class Accounts {
	private readonly opened = new Map<CredentialName, Promise<Opened>>();

	constructor(private readonly context: IExecuteFunctions) {}

	/** If a node throws with On Error: Continue, n8n outputs its input as done. So the error becomes a problem of each item. */
	async open(name: CredentialName): Promise<Opened> {
		const opening = this.opened.get(name) ?? this.opening(name);
		this.opened.set(name, opening);
		return await opening;
	}

	private async opening(name: CredentialName): Promise<Opened> {
		const opened = async () => accountOf(this.context, name, await this.readForAll(name));
		if (!this.context.continueOnFail()) return { ok: true, account: await opened() };
		try {
			return { ok: true, account: await opened() };
		} catch (error) {
			return { ok: false, problems: [{ field: 'The credential', what: whatIsWrong(error) }] };
		}
	}

	/** Each read of a credential asks n8n's database. So a credential without expressions is not read for each item. */
	private async readForAll(name: CredentialName): Promise<ICredentialDataDecryptedObject> {
		const { context } = this;
		const { length } = context.getInputData();
		const data = await context.getCredentials(name, 0);
		const isSame = async (item: number) =>
			await context.getCredentials(name, item).then(
				(other) => JSON.stringify(other) === JSON.stringify(data),
				() => false,
			);
		// No item has this index. So an expression that uses the item, or counts items, fails or gives another value.
		if (length < 2 || (await isSame(length + 0.5))) return data;
		for (let item = 1; item < length; item++) {
			if (await isSame(item)) continue;
			throw new NodeOperationError(
				context.getNode(),
				`The credential has another value for item ${item + 1} than for item 1`,
				{ description: ONE_ACCOUNT },
			);
		}
		return data;
	}
}

const ONE_ACCOUNT =
	'A node sends all its items from one account. Use one node for each account. Or put Loop Over Items with a batch size of 1 before this node.';

function whatIsWrong(error: unknown): string {
	const what = error instanceof Error ? error.message : 'n8n did not say why';
	const more = error instanceof NodeOperationError ? (error.description ?? '') : '';
	return `cannot be used: ${what}${more === '' ? '' : `. ${more}`}`;
}
