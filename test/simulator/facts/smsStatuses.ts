/** The values of an SMS result's status (Errors, SMS statuses). */
const SMS_STATUSES = [
	...['0', '-1', '-2', '-3', '-5', '-6', '-7', '-9', '-10', '-11', '-12', '-13', '-14'],
	...['-22', '-23', '-24', '-26', '-27', '-28', '-30', '-31', '-32', '-33', '-34', '-35', '-36'],
	...['-40', '-77', '-78', '-88', '-99'],
] as const;

export type SmsStatus = (typeof SMS_STATUSES)[number];

export const isSmsStatus = (value: string): value is SmsStatus =>
	(SMS_STATUSES as readonly string[]).includes(value);
