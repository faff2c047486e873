export { checkSetup, rowsOf } from './checkSetup';
export { getBalance } from './getBalance';
export { getIdentity } from './getIdentity';
