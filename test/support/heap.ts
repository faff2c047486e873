import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How many bytes are in use once all that can be thrown away has been. */
export function heap(): number {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	collect();
	return process.memoryUsage().heapUsed;
}
