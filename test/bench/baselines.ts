import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodeType,
} from 'n8n-workflow';

import { Probe } from '../support/probe';

/** What a node does that does not take care: the same request by the same helper, sent in the usual ways. */

async function sendOne(context: IExecuteFunctions, item: number): Promise<INodeExecutionData> {
	const url = `${context.getNodeParameter('url', item) as string}/svc_api/1.0/probe`;
	const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
		context,
		'messagingServiceApi',
		{
			method: 'POST',
			url,
			headers: { Accept: 'application/json' },
			body: { destination: context.getNodeParameter('destination', item) },
			json: true,
		},
	);
	return { json: { response: JSON.stringify(response) }, pairedItem: { item } };
}

const failed = (item: number): INodeExecutionData => ({
	json: { error: 'refused' },
	pairedItem: { item },
});

const text = (name: string): INodeProperties => ({
	displayName: name,
	name,
	type: 'string',
	default: '',
});

class Baseline implements INodeType {
	description = { ...new Probe().description, properties: [text('destination'), text('url')] };
}

export class OneAtATime extends Baseline {
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const output: INodeExecutionData[] = [];
		for (let item = 0; item < this.getInputData().length; item++) {
			output.push(await sendOne(this, item).catch(() => failed(item)));
		}
		return [output];
	}
}

export class OneEachTenMilliseconds extends Baseline {
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const under: Promise<INodeExecutionData>[] = [];
		const from = performance.now();
		for (let item = 0; item < this.getInputData().length; item++) {
			under.push(sendOne(this, item).catch(() => failed(item)));
			const next = from + (item + 1) * 10 - performance.now();
			await new Promise((resolve) => setTimeout(resolve, next));
		}
		return [await Promise.all(under)];
	}
}
