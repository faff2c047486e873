import type { IDataObject } from 'n8n-workflow';

import { useSimulator } from '../../support/useSimulator';
import { expectAllAccepted, expectAllRefused } from './expectations';
import { accounts, queries, queryFaults } from './generators/account';
import { faulty } from './generators/faults';
import { sampled, SETS } from './sets';

const ACCOUNTS = 20;

const CREDITS = ['wa', 'hlr', 'sim', 'sms', 'pulsa'].flatMap((kind) => [
	`${kind}_balance`,
	`${kind}_expired_date`,
]);

/** In XML the simulator writes what an account does not have as empty elements; in JSON it leaves them out. */
const withoutBlanks = (output: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(output).filter(
			([, value]) => value !== '' && value !== undefined && value !== null,
		),
	);

describe('Account: any parameters', () => {
	const simulator = useSimulator();
	const subject = (operation: string) => ({
		url: simulator.url,
		resource: 'account',
		operation,
	});

	describe.each(['getIdentity', 'getBalance'])('%s', (operation) => {
		it('puts out what the account is, in either format', async () => {
			const { service } = simulator;
			const sets = sampled(queries);
			const each = SETS / ACCOUNTS;
			for (const [at, [identity, credits]] of sampled(accounts, ACCOUNTS).entries()) {
				service.reset();
				const account = service.state.accounts.get('main');
				if (account === undefined) throw new Error('no account');
				for (const name of CREDITS) Reflect.deleteProperty(account, name);
				Object.assign(account, identity, credits);
				const some = sets.slice(at * each, (at + 1) * each);
				const asked = subject(operation);
				const results = await expectAllAccepted(asked, service, some, `account.${operation}`);
				const { idClient } = identity;
				const expected = operation === 'getIdentity' ? identity : { idClient, ...credits };
				expect(results.map((outputs) => outputs.map(withoutBlanks))).toEqual(
					some.map(() => [expected]),
				);
			}
		});

		it('refuses every faulty set by the name of its field, before anything is asked', async () => {
			const { service } = simulator;
			await expectAllRefused(subject(operation), service, sampled(faulty(queryFaults)));
			expect(service.journal.list().entries).toEqual([]);
		});
	});
});
