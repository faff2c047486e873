export { checkSetup, rowsOf, type Login } from './checkSetup';
export { getBalance } from './getBalance';
export { getIdentity } from './getIdentity';
