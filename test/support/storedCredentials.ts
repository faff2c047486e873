import { Credentials, getAdditionalKeys } from 'n8n-core';
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
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials';
import { MessagingServiceCallbackApi } from '../../credentials/MessagingServiceCallbackApi.credentials';
import { MessagingServiceSmsApi } from '../../credentials/MessagingServiceSmsApi.credentials';

export const CREDENTIAL_TYPES: Record<string, ICredentialType> = {
	messagingServiceApi: new MessagingServiceApi(),
	messagingServiceSmsApi: new MessagingServiceSmsApi(),
	messagingServiceCallbackApi: new MessagingServiceCallbackApi(),
};

/** Stores credentials encrypted, as n8n does, and adds the login to requests as n8n’s server does. */
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

	/** How often the credential was read from what n8n's server keeps in its database. */
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
