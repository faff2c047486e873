import { z } from 'zod';

/** What comes out when a question has been answered: for an approval, which is the usual one. */
export const answered = z.object({
	data: z.object({ approved: z.boolean(), respondedAt: z.string() }),
});
