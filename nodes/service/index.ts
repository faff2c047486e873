export {
	ADDRESS_ADVICE,
	adviceFor,
	type CredentialName,
	isDocumentedSuccess,
	NOT_ON_WHITELIST,
	SMS_ADDRESS_ADVICE,
	SMS_WHITELIST_ADVICE,
	WHITELIST_ADVICE,
	WHITELIST_NOTICE,
} from './advice';
export { creditsForText } from './credits';
export { envelope, validationFaults } from './envelope';
export { BEGINNING_BYTES, beginningOfBase64, usualBase64 } from './fileBeginnings';
export { judgedFile, namesAnotherType, nameWithExtension } from './fileTypes';
export { signBeyondGsm } from './gsmAlphabet';
export {
	API_PATH_PREFIX,
	CHANNEL_PERIOD_MS,
	CHANNEL_REQUESTS,
	CHARACTERS_PER_CREDIT,
	CREDITS_PER_MEDIA,
	LARGEST_INTEGER,
	LONGEST_BUTTON_ID,
	LONGEST_BUTTON_TITLE,
	LONGEST_BUTTONS_BODY,
	LONGEST_BUTTONS_FOOTER,
	LONGEST_SMS,
	MOST_BUTTONS,
	REQUESTS_PER_SECOND,
	ROOM_ACTIVE_MS,
	SMS_PATH,
	VARIABLE_NAME,
} from './limits';
export {
	BUSINESS_FILES,
	type BusinessMedia,
	BUTTONS_HEADER_EXTENSIONS,
	extensionsOf,
	type FileType,
	LONGEST_BASE64,
	sizeInWords,
	typesInWords,
	UNOFFICIAL_FILES,
} from './mediaTypes';
export { MESSAGE_STATUS, messageStatus } from './messageStatus';
export { COUNTRY_CODE, phoneNumber } from './numbers';
export { otpWordIn } from './otpWords';
export { SMS_STATUSES, smsStatus } from './smsStatuses';
export { isTemplateStatus, TEMPLATE_STATUS, type TemplateStatus } from './templateStatus';
export { fittedText, misfitOf } from './templateText';
