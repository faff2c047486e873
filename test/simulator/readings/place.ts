import type { MessageCode } from '../facts/statuses';
import type { Reply } from '../http/answers';
import type { Push } from '../service/callbacks';
import type { Asked, Service } from '../service/service';
import type { CallbackKind } from '../settings';

/** One way to fill in what the documentation leaves open. */
export interface Value {
	/** Prepares accounts, templates and rules. */
	setup?: (service: Service) => void;
	/** Refuses a request before the service takes it. */
	refuse?: (asked: Asked) => Reply | undefined;
	/** Changes a response on its way out. */
	reply?: (reply: Reply, asked: Asked) => Reply;
	/** Changes a callback on its way out. It may become several. */
	push?: (push: Push, kind: CallbackKind) => Push | Push[];
	/** The statuses that a message passes, in this order. */
	moves?: readonly MessageCode[];
}

export interface Place {
	/** The documentation's words. */
	about: string;
	/** Without one of these, the simulator decides as its facts say. */
	values: Readonly<Record<string, Value>>;
}
