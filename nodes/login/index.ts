export { serviceAddress } from './address';
export { callbackTokens, callbackTokenTest, faultOfTokens } from './callbackToken';
export { requestDomainFields, unencryptedNotice, whitelistNotice } from './credentialFields';
export { apiLoginTest, smsLoginTest } from './credentialTest';
