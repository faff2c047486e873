/** Templates: their shape in the service’s list, their placeholders as fields, and the values that fill them. */
export { mapperFields } from './fields';
export { parametersOf, reviewFilling, textOf } from './fill';
export { parameterInput, readFilling } from './parameters';
export * from './template';
