import { z } from 'zod';

import { reference } from '../../engine/operation';

/** Sent message result (section Resources), without what only text or only media have. */
export const sent = z
	.object({
		sender: reference.nullish(),
		queue: reference.nullish(),
		destination: reference,
		ref_no: reference,
	})
	.passthrough();
