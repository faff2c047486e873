/** Templates: their shape in the service’s list, their placeholders as fields, and the values that fill them. */
export { mapperFields } from './fields';
export { parametersOf, reviewFilling, textOf } from './fill';
export { template, templateById, templates, templatesRequest, type Template } from './template';
export { parameterInput, readFilling } from './values';
export { templateWords, type TemplateWords } from './words';
