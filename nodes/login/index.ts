export { serviceAddress } from './address';
export { callbackTokens, callbackTokenTest, faultOfTokens } from './callbackToken';
export { accessFields, baseUrlFields } from './credentialFields';
export { apiLoginTest, smsLoginTest } from './credentialTest';
export { API_LOGIN, SMS_LOGIN, type LoginCheck } from './loginCheck';
