import { createServer, type Server } from 'node:http';

import type { IDataObject, IWorkflowExecuteAdditionalData } from 'n8n-workflow';

import { listen } from '../n8n/ports';
import type { Execution, Finished } from './harness';
import { parsed, withExpressMethods, type JsonResponse } from './parsedRequest';
import type { IncomingMessage } from 'node:http';

type Data = IWorkflowExecuteAdditionalData;
type Express<Key extends 'httpRequest' | 'httpResponse'> = NonNullable<Data[Key]>;

interface Waiting {
	execution: Execution;
	finished: Finished;
	/** What it went on with, once for each time. */
	answers: IDataObject[];
}

/** Calls the executions that wait, as n8n's server does. It does not check n8n's signature of the address. */
export class WaitingServer {
	private readonly waiting = new Map<string, Waiting>();
	private readonly server: Server = createServer((request, response) => {
		void this.serve(request, withExpressMethods(response));
	});

	url = '';

	async start(): Promise<this> {
		this.url = `http://127.0.0.1:${await listen(this.server)}/webhook-waiting`;
		return this;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	/** Returns the list into which the answers of the execution come. */
	add(id: string, execution: Execution, finished: Finished): IDataObject[] {
		const answers: IDataObject[] = [];
		this.waiting.set(id, { execution, finished, answers });
		return answers;
	}

	private async serve(incoming: IncomingMessage, response: JsonResponse): Promise<void> {
		const [, , id = ''] = (incoming.url ?? '').split('/');
		const one = this.waiting.get(id);
		if (one === undefined) {
			response.status(404).json({ message: `The execution "${id}" does not exist.` });
			return;
		}
		const result = await one.execution.called(one.finished, {
			// The parts of express that n8n's nodes are given; express itself is not needed for them.
			httpRequest: (await parsed(incoming, 0)) as unknown as Express<'httpRequest'>,
			httpResponse: response as unknown as Express<'httpResponse'>,
		});
		const [json] = (result.workflowData?.[0] ?? []).map((item) => item.json);
		if (json === undefined) return;
		one.answers.push(json);
		this.waiting.delete(id);
		response.status(200).end(result.webhookResponse);
	}
}
