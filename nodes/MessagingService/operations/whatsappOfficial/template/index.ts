/** Templates: what the service says of them, their placeholders as fields, and the values that fill them. */
export { mapperFields, templateFields } from './fields';
export { fittedTo } from './listed';
export {
	isBarred,
	template,
	templateById,
	templates,
	templatesRequest,
	type Template,
} from './template';
export {
	checkParameters,
	faultsOfFields,
	filledFields,
	parameterInput,
	valuesOf,
	wireParameters,
} from './values';
export { templateWords, type TemplateWords } from './words';
