import { z } from 'zod';

import { BALANCE_REQUEST, credit } from '../../../service';
import { operation } from '../../engine/operation';

export const getBalance = operation({
	value: 'getBalance',
	name: 'Get Balance',
	action: 'Get credit balance',
	description:
		'Get the remaining credits for WhatsApp, SMS and the other services, and when they expire',
	fields: [],
	effect: 'read',
	input: z.object({}),
	request: () => BALANCE_REQUEST,
	answer: credit,
});
