import { z } from 'zod';

import { API_LOGIN } from '../../../login';
import { numeric, spare } from '../../../plain';
import { operation } from '../../engine/operation';

/** The service's documentation calls this Person (section Resources). */
export const person = z
	.object({
		userid: z.string(),
		idPerson: spare(numeric),
		idClient: spare(numeric),
	})
	.passthrough();

export const getIdentity = operation({
	value: 'getIdentity',
	name: 'Get Identity',
	action: 'Get API key owner',
	description: 'Get the user and the client account that own the API key',
	fields: [],
	effect: 'read',
	input: z.object({}),
	request: () => API_LOGIN.request,
	answer: person,
});
