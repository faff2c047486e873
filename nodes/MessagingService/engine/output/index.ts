/** What comes out of a batch: items, errors, hints, and the words that a person reads. */
export { failIfWrong, failIncomplete } from './errors';
export * from './hints';
export { failedItem, isFailedItem, outputItems } from './items';
export { validatedItem, validateOnly } from './validateOnly';
