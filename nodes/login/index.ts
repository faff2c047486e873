export { serviceAddress } from './address';
export { callbackToken } from './callbackTokenTest';
export { addressExpression, rulesFor, whitelistNotice } from './credentialTest';
