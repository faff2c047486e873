export * from './hints';
export { failedItem, failIfWrong, failIncomplete, isFailedItem, outputItems } from './items';
export { validatedItem, validateOnly } from './validateOnly';
