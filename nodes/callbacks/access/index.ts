export { type Caller, type Refusal, refusalOfAddress, refusalOfToken } from './access';
export { ipRanges } from './ipRange';
