export { checkItems, type Selection } from './checkItems';
