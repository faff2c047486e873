import { z } from 'zod';

/** Sent message result (section Resources), without what only text or only media have. */
export const sent = z
	.object({
		sender: z.string().nullish(),
		queue: z.string().nullish(),
		destination: z.string(),
		ref_no: z.string(),
	})
	.passthrough();
