import path from 'node:path';

export const ROOT = path.resolve(__dirname, '../..');

/** Downloads and builds, which git ignores. */
export const CACHE = path.join(ROOT, '.cache');
