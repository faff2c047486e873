export {
	ADDRESS_ADVICE,
	adviceFor,
	type CredentialName,
	isOfAllItems,
	isRefusal,
	mayPass,
	NOT_ON_WHITELIST,
	SMS_ADDRESS_ADVICE,
	SMS_WHITELIST_ADVICE,
	WHITELIST_ADVICE,
	WHITELIST_NOTICE,
	warningOfSuccess,
} from './advice';
export { type Breakdown, breakdownOf } from './breakdown';
export { envelope, validationFaults } from './envelope';
export { BEGINNING_BYTES, beginningOfBase64, usualBase64 } from './fileBeginnings';
export { isNotListed, judgedFile, namesAnotherType, nameWithExtension } from './fileTypes';
export {
	API_PATH_PREFIX,
	CHANNEL_PERIOD_MS,
	CHANNEL_REQUESTS,
	CHARACTERS_PER_CREDIT,
	creditsForText,
	CREDITS_PER_MEDIA,
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
	mediaUrlsIn,
	sizeInWords,
	typesInWords,
	UNOFFICIAL_FILES,
} from './mediaTypes';
export { MESSAGE_STATUS, messageStatus } from './messageStatus';
export { COUNTRY_CODE, isPhoneNumber, phoneNumber } from './numbers';
export { isOfAccount, SMS_STATUSES, smsStatus } from './smsStatuses';
export { otpWordIn, signBeyondGsm } from './smsText';
export { isTemplateStatus, TEMPLATE_STATUS, type TemplateStatus } from './templateStatus';
export { fittedText, misfitOf } from './templateText';
