export { checkItems } from './checkItems';
