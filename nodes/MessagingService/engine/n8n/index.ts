/** What n8n says about the execution, and its database. The only place that knows how n8n's versions differ. */
export { cancelSignal } from './cancel';
export {
	descentOf,
	isRetry,
	isSubWorkflow,
	isTool,
	parametersDigest,
	placeOfRun,
} from './identity';
export { rowOf } from './nodeRow';
export { storedNote, storeNote } from './note';
export { sentCount } from './sentCount';
export { signedLink } from './signedLink';
