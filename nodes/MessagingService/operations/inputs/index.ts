export * as destination from './destination';
export * from './files';
export * from './official';
export * from './values';
