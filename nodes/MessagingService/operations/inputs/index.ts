/** Fields and schemas that several operations have in common. */
export * from './destination';
export * from './fields';
export * from './files';
export * from './limit';
export * from './templateText';
export * from './values';
