export { serviceAddress } from './address';
export { judgeToken } from './callbackToken';
export { callbackTokenTest } from './callbackTokenTest';
export {
	addressExpression,
	requestDomainFields,
	rulesFor,
	unencryptedNotice,
	whitelistNotice,
} from './credentialTest';
