export * from './destination';
export * from './fields';
export * from './files';
export * from './limit';
export * from './templateText';
export * from './values';
