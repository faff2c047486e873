/** Every path of the account and WhatsApp endpoints starts with this (Conventions). */
export const API_PREFIX = '/svc_api/1.0';

/** The address that every sample of an SMS uses (POST sendsms/plain). */
export const SMS_PATH = '/api/v3/sendsms/plain';
