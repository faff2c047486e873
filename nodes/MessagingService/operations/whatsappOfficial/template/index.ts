export { parametersOf, reviewFilling, textOf } from './fill';
export { parameterInput, readFilling, readingFields } from './parameters';
export * from './template';
