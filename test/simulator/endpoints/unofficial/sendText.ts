import { z } from 'zod';

import { textCredits } from '../../facts/credits';
import { text } from '../../fields/text';
import { apiEndpoint } from '../../http/apiEndpoint';
import { json } from '../../http/bodies';
import { unescaped } from './emoji';
import { send } from './send';
import { common } from './sender';

const body = json(z.object({ ...common, message: text() }));

export const sendText = apiEndpoint({
	name: 'unofficial.sendText',
	method: 'POST',
	path: '/whatsapp/message',
	body,
	status: 201,
	handle: ({ body: asked, account, call }) => {
		const { message } = asked;
		const sent = send(call, account, asked, {
			content: { text: unescaped(message) },
			credits: textCredits(message),
		});
		return { ...sent, message };
	},
});
