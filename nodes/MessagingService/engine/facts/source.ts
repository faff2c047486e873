import type { ServiceRequest } from '../wire';

/** Something to ask the service besides the items. */
export interface FactsSource<Facts> {
	request: ServiceRequest;
	/** Undefined if the answer makes no sense. */
	read: (data: unknown) => Facts | undefined;
}
