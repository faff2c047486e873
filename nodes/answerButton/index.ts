/**
 * The IDs of buttons that answer a question: what of a signed link comes behind the address of n8n. They are sent by one
 * node and come back to another, maybe of a newer version of this package, so their form does not change.
 */

const PREFIX = 'answer:';

/**
 * Execution, node, and the signed parameters. n8n fails at an execution that is no number of its database, and a dot for
 * a node would lead to whatever else the execution waits for.
 */
const PATH =
	/^[1-9]\d{0,8}\/(?!\.|%2[eE])(?:[\w.~-]|%[\dA-Fa-f]{2}){1,100}\?approved=(?:true|false)&(?:[\w.~&=-]|%[\dA-Fa-f]{2}){1,200}$/;

const LONGEST = 256;

/** @param link as n8n signed it */
export function idOfAnswer(link: string): string {
	const { pathname, search } = new URL(link);
	return `${PREFIX}${pathname.split('/').slice(-2).join('/')}${search}`;
}

/** The path of the link below n8n's address for waiting executions; undefined if it is no such ID. */
export function pathOfAnswer(id: string): string | undefined {
	if (id.length > LONGEST || !id.startsWith(PREFIX)) return undefined;
	const path = id.slice(PREFIX.length);
	return PATH.test(path) ? path : undefined;
}
