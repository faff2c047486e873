export { serviceAddress } from './address';
export { callbackTokens, callbackTokenTest, faultOfTokens } from './callbackToken';
export { accessFields, baseUrlFields, loginFields } from './credentialFields';
export { API_LOGIN, apiLoginTest, type LoginCheck, SMS_LOGIN, smsLoginTest } from './loginCheck';
