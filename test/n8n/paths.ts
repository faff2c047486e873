import path from 'node:path';

export const ROOT = path.resolve(__dirname, '../..');

/** What is downloaded and built for trying the package; git ignores it. */
export const CACHE = path.join(ROOT, '.cache');
