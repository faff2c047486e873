export { failIfWrong, failIncomplete } from './errors';
export * from './hints';
export { failedItem, isFailedItem, outputItems } from './items';
export { validatedItem, validateOnly, type CreditAfter } from './validateOnly';
