export { type Caller, refusalOfAddress, refusalOfToken } from './access';
export { ipRanges } from './ipRange';
