export { serviceAddress } from './address';
export { callbackTokens, callbackTokenTest, judgeTokens } from './callbackToken';
export { requestDomainFields, unencryptedNotice, whitelistNotice } from './credentialFields';
export { apiLoginTest, smsLoginTest } from './credentialTest';
