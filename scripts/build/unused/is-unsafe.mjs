export const HTML = {};
export const XML = {};
export const isUnsafe = () => true;
