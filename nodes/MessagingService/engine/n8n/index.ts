/** What n8n says about the execution. The only place that knows how n8n's versions differ. */
export { cancelSignal } from './cancel';
export { descentOf, identityOfRun, isTool, placeOfRun } from './identity';
export { leaveBehind, leaveNothing, leftBehind } from './leftBehind';
export { markStoreOf, stoppable } from './markStore';
export { isRetry, startedOver } from './retry';
export { sentCount } from './sentCount';
export { signedLink } from './signedLink';
