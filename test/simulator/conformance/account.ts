import { z } from 'zod';

import { expectData, first, object, type Checks } from './check';
import type { Service } from './client';

const accountOf = async (service: Service) =>
	first((await service.control.accounts()).filter(({ name }) => name === 'main'));

export const identity: Checks<'identity'> = {
	get: async (service) => {
		const person = expectData(await service.get('/auth/api_key'), 200, object);
		const { userid, idPerson, idClient } = await accountOf(service);
		expect(person).toEqual({ userid, idPerson, idClient });
	},
};

export const balance: Checks<'balance'> = {
	get: async (service) => {
		await service.control.account({ wa_balance: 321 });
		const credit = z.object({ idClient: z.number(), wa_balance: z.number() });
		const { idClient } = await accountOf(service);
		expect(expectData(await service.get('/balance'), 200, credit)).toMatchObject({
			idClient,
			wa_balance: 321,
		});
	},
};
