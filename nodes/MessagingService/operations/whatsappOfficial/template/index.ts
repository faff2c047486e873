/** Templates: what the service says of them, their placeholders as fields, and the values that fill them. */
export { mapperFields, templateFields } from './fields';
export {
	isBarred,
	isStatus,
	template,
	templateById,
	templates,
	templatesRequest,
	type Template,
} from './template';
export {
	checkParameters,
	filledFields,
	labelOf,
	parameterInput,
	parametersOf,
	wireParameters,
} from './values';
