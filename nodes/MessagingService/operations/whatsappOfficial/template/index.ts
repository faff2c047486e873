export { parametersOf, reviewFilling, textOf } from './fill';
export { parameterInput, readFilling } from './parameters';
export * from './template';
