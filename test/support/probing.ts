import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeParameters,
} from 'n8n-workflow';

import type { Setting } from './harness';
import { Probe } from './probe';
import type { Answer, Seen, Service } from './service';

/** What the tests with the probe share: recipients, a node that writes to them, and the responses of a service. */

export const KEY = 'probe-key-8f41c2d97b';

export const numberOf = (at: number) => `62812000${String(at).padStart(4, '0')}`;

export const people = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, at) => ({ to: numberOf(at), text: `hello ${at}` }));

export const destinationOf = ({ body }: Seen): string =>
	(JSON.parse(body) as { destination: string }).destination;

/** With the destination as the number of the message. */
export const acceptedBy = (seen: Seen): Answer => ({
	json: { error: false, data: { ref_no: destinationOf(seen) } },
});

/** Gives each destination the answer that `answer` returns for it, and accepts it if there is none. */
export const answerTo = (
	service: Service,
	answer: (destination: string, count: number) => Answer | undefined,
): void => {
	service.answer = (seen, count) => answer(destinationOf(seen), count) ?? acceptedBy(seen);
};

interface Given {
	settings?: Partial<INode>;
	options?: INodeParameters;
	parameters?: INodeParameters;
	credential?: ICredentialDataDecryptedObject;
}

/** A probe that posts each item. */
export const probing = (
	service: { readonly url: string },
	items: IDataObject[],
	{ settings = {}, options = {}, parameters = {}, credential = {} }: Given = {},
): Setting => ({
	nodeType: new Probe(),
	parameters: {
		resource: 'probe',
		operation: 'post',
		options,
		destination: '={{ $json.to }}',
		message: '={{ $json.text }}',
		channel: '={{ $json.channel }}',
		...parameters,
	},
	items,
	settings,
	credentials: {
		messagingServiceApi: {
			baseUrl: service.url,
			pathPrefix: '/svc_api/1.0',
			apiKey: KEY,
			requestsPerSecond: 1000,
			...credential,
		},
	},
});
