import type { Resource } from '../engine/operation';
import { account } from './account';

export const resources: readonly Resource[] = [account];
