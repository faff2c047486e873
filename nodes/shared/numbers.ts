/** An international number as the service takes it: country code and number, digits only. */
export const INTERNATIONAL_NUMBER = /^[1-9][0-9]{7,14}$/;
