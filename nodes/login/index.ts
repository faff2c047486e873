export { serviceAddress } from './address';
export { callbackTokenTest } from './callbackTokenTest';
export { addressExpression, rulesFor, whitelistNotice } from './credentialTest';
