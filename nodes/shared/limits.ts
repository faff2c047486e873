/** Limits of the service, as its documentation states them (section Limits). */

/** One request per 10 milliseconds, over the whole HTTP API. */
export const REQUESTS_PER_SECOND = 100;

/** The paths under which version 1.0 of the API and version 3 of the SMS interface stand (sections Conventions, Versioning). */
export const API_PATH_PREFIX = '/svc_api/1.0';
export const SMS_PATH = '/api/v3/sendsms/plain';
