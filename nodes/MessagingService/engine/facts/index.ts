/** What the service is asked before the items are sent, and for the editor's lists. */
export { ask, type FactsSource } from './ask';
export { Facts } from './facts';
