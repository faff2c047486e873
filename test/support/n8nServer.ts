import 'reflect-metadata';

import { Container } from '@n8n/di';
import {
	Cipher,
	Credentials,
	EncryptionKeyProxy,
	ExecutionLifecycleHooks,
	ExternalSecretsProxy,
	getAdditionalKeys,
	InstanceSettings,
} from 'n8n-core';
import { ICredentialsHelper } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	ICredentialsExpressionResolveValues,
	ICredentialType,
	IExecuteData,
	IHttpRequestOptions,
	INodeCredentialsDetails,
	INodeParameters,
	IRunExecutionData,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials';
import { MessagingServiceCallbackApi } from '../../credentials/MessagingServiceCallbackApi.credentials';
import { MessagingServiceSmsApi } from '../../credentials/MessagingServiceSmsApi.credentials';
import { keepMarks } from './marks';

const CREDENTIAL_TYPES: Record<string, ICredentialType> = {
	messagingServiceApi: new MessagingServiceApi(),
	messagingServiceSmsApi: new MessagingServiceSmsApi(),
	messagingServiceCallbackApi: new MessagingServiceCallbackApi(),
};

/** Stores credentials encrypted and adds the login to requests, as n8n's server does. */
export class StoredCredentials extends ICredentialsHelper {
	private readonly stored = new Map<string, ICredentials>();

	async store(type: string, data: ICredentialDataDecryptedObject): Promise<void> {
		const credentials = new Credentials({ id: type, name: type }, type);
		await credentials.setData(data);
		this.stored.set(type, credentials);
	}

	getParentTypes = () => [];
	isCredentialUsableByNode = () => true;
	preAuthentication = () => Promise.resolve(undefined);
	runPreAuthentication = () => Promise.resolve(undefined);
	updateCredentials = () => Promise.resolve();
	updateCredentialsOauthTokenData = () => Promise.resolve();
	getCredentialsProperties = (type: string) => CREDENTIAL_TYPES[type]?.properties ?? [];

	override async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const type = CREDENTIAL_TYPES[typeName];
		if (typeof type?.authenticate !== 'function') {
			throw new Error(`no function that signs requests for ${typeName}`);
		}
		return await type.authenticate(credentials, requestOptions);
	}

	getCredentials(_details: INodeCredentialsDetails, type: string): Promise<ICredentials> {
		const found = this.stored.get(type);
		if (!found) throw new Error(`no credential of type ${type}`);
		return Promise.resolve(found);
	}

	/** Each is a read of n8n's database. */
	reads = 0;

	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		details: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		_raw?: boolean,
		resolving?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		this.reads++;
		const credentials = await this.getCredentials(details, type);
		const data = await credentials.getData();
		if (!resolving) return data;
		const { workflow, runExecutionData, runIndex, itemIndex, node } = resolving;
		return workflow.expression.getParameterValue(
			data as INodeParameters,
			runExecutionData,
			runIndex,
			itemIndex,
			node.name,
			resolving.connectionInputData,
			mode,
			getAdditionalKeys(additionalData, mode, null, { isCredential: true }),
			executeData,
			false,
			data,
		) as ICredentialDataDecryptedObject;
	}
}

let executions = 0;
let prepared = false;

export function prepareContainer(): void {
	if (prepared) return;
	prepared = true;
	// n8n's server keeps this key in its database. Here it is the instance's own, as if it was never changed.
	const key = {
		id: 'instance',
		value: Container.get(Cipher).encryptDEKWithInstanceKey(
			Container.get(InstanceSettings).encryptionKey,
		),
		algorithm: 'aes-256-cbc',
		format: 'no-prefix' as const,
	};
	const get = () => Promise.resolve(key);
	const provider = { getActiveKey: get, getKeyById: get, getLegacyKey: get };
	Container.get(EncryptionKeyProxy).setProvider(provider);
}

/** What n8n's server gives an execution. */
export async function additionalDataFor(
	credentials: Record<string, ICredentialDataDecryptedObject>,
	givenExecutionId?: string,
	mode: WorkflowExecuteMode = 'manual',
	workflow?: Workflow,
	retried?: { id: string | undefined; data: IRunExecutionData | undefined },
): Promise<IWorkflowExecuteAdditionalData> {
	prepareContainer();
	await keepMarks();
	const credentialsHelper = new StoredCredentials();
	for (const [type, data] of Object.entries(credentials)) await credentialsHelper.store(type, data);
	const executionId = givenExecutionId ?? `execution ${++executions}`;
	const notHere = () => Promise.reject(new Error('not part of this test'));
	// Nothing listens there.
	const url = (name: string) => `http://127.0.0.1:9/${name}`;
	return {
		credentialsHelper,
		executeWorkflow: notHere,
		getRunExecutionData: (id) => Promise.resolve(id === retried?.id ? retried.data : undefined),
		getRuntimeCredential: notHere,
		startRunnerTask: notHere,
		logAiEvent: () => undefined,
		executionId,
		currentNodeExecutionIndex: 0,
		hooks: new ExecutionLifecycleHooks(
			mode,
			executionId,
			{
				id: workflow?.id ?? '',
				name: workflow?.name ?? '',
				connections: {},
				active: false,
				isArchived: false,
				activeVersionId: null,
				createdAt: new Date(0),
				updatedAt: new Date(0),
				nodes: Object.values(workflow?.nodes ?? {}),
			},
			retried?.id,
		),
		restApiUrl: url('rest'),
		instanceBaseUrl: url(''),
		formBaseUrl: url('form'),
		formTestBaseUrl: url('form-test'),
		formWaitingBaseUrl: url('form-waiting'),
		webhookBaseUrl: url('webhook'),
		webhookWaitingBaseUrl: url('webhook-waiting'),
		webhookTestBaseUrl: url('webhook-test'),
		mcpBaseUrl: url('mcp'),
		mcpTestBaseUrl: url('mcp-test'),
		variables: {},
		externalSecretsProxy: Container.get(ExternalSecretsProxy),
	};
}
