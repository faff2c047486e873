export { getBalance } from './getBalance';
export { getIdentity } from './getIdentity';
